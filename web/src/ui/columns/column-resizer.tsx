import { maxColumnWidth, minColumnWidth } from '@aisle/contract/system/preferences';
import type { KeyboardEvent, PointerEvent } from 'react';
import classes from '../grid.module.css';
import type { ColumnWidths } from './use-column-widths.ts';

interface ColumnResizerProps {
  columnKey: string;
  header: string;
  width: number;
  widths: ColumnWidths;
}

const step = 16;

/** The edge of a column header, which changes its width by dragging or by arrow keys; a double click restores it. */
export function ColumnResizer({ columnKey, header, width, widths }: ColumnResizerProps) {
  function drag(event: PointerEvent<HTMLElement>): void {
    // Otherwise the grid would start a selection.
    event.stopPropagation();
    event.preventDefault();
    const edge = event.currentTarget;
    edge.focus();
    // The first column grows, so it can be wider than its own width.
    const from = edge.parentElement?.offsetWidth || width;
    const { clientX, pointerId } = event;
    edge.setPointerCapture(pointerId);
    let latest: number | undefined;
    const move = (moved: globalThis.PointerEvent) => {
      latest = from + moved.clientX - clientX;
      widths.preview(columnKey, latest);
    };
    const end = () => {
      edge.removeEventListener('pointermove', move);
      edge.removeEventListener('lostpointercapture', end);
      if (latest !== undefined) widths.store(columnKey, latest);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', end);
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Tab' || event.key === 'Escape') return;
    event.stopPropagation();
    const wanted = { ArrowLeft: width - step, ArrowRight: width + step }[event.key];
    if (wanted === undefined && event.key !== 'Home') return;
    event.preventDefault();
    widths.store(columnKey, wanted);
  }
  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={width}
      aria-valuemin={minColumnWidth}
      aria-valuemax={maxColumnWidth}
      title="Drag to resize, double-click to reset"
      className={classes.resizer}
      // Otherwise the grid would move the focus to its active cell.
      onFocus={(event) => event.stopPropagation()}
      onPointerDown={drag}
      onDoubleClick={() => widths.store(columnKey, undefined)}
      onKeyDown={onKey}
    />
  );
}
