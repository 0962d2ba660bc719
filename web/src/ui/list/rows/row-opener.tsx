import { Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import classes from '../list.module.css';
import type { RowOpening } from './row.ts';

interface RowOpenerProps<Row> {
  row: Row;
  opening: RowOpening<Row>;
  children: ReactNode;
}

/** The first cell contains the link or button; clicks elsewhere in the row are only a convenience for the mouse. */
export function RowOpener<Row>({ row, opening: { link, onOpen }, children }: RowOpenerProps<Row>) {
  const destination = link?.(row);
  if (destination) {
    return (
      <Link {...destination} className={`plain-button medium ${classes.open}`} tabIndex={-1}>
        {children}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button
        type="button"
        className={`plain-button medium ${classes.open}`}
        tabIndex={-1}
        onClick={() => onOpen(row)}
      >
        {children}
      </button>
    );
  }
  return children;
}

/** Opens a row from anywhere on it: a page by its link, in a new tab if requested. */
export function useOpen<Row>({ link, onOpen }: RowOpening<Row>): (row: Row, inTab: boolean) => void {
  const router = useRouter();
  return (row, inTab) => {
    const destination = link?.(row);
    if (!destination) onOpen?.(row);
    else if (inTab) window.open(router.buildLocation(destination).publicHref, '_blank', 'noopener');
    else void router.navigate(destination);
  };
}

/** True for a click on an interactive element in the row, or one that ends a text selection. */
export function isOwnClick(event: MouseEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('a, button, input, label, select, [role="menu"], [role="switch"]')) return true;
  return (window.getSelection()?.toString().length ?? 0) > 0;
}
