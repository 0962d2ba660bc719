import { useLayoutEffect, useRef } from 'react';

/** The maximum widths of a cell, in descending order: uses the first one at which all columns fit. */
const widths = [420, 340, 280, 230, 190, 160, 130, 110];

function fit(box: HTMLElement): void {
  // A table that fits needs no scroll container, in which its head couldn't stay below the top bar.
  box.removeAttribute('data-fits');
  for (const width of widths) {
    box.style.setProperty('--cell-most', `${width}px`);
    if (box.scrollWidth <= box.clientWidth) {
      box.setAttribute('data-fits', '');
      return;
    }
  }
  // A table that scrolls sideways anyway needs no cut texts.
  box.style.setProperty('--cell-most', `${widths[3]}px`);
}

/** Reduces the width of long texts in a table until no column is cut off. */
export function useFittingCells(
  rows: readonly unknown[],
  columns: readonly { key: string; width?: number | string | undefined }[],
) {
  const box = useRef<HTMLDivElement>(null);
  const keys = columns.map(({ key, width }) => `${key} ${width}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and columns need other widths
  useLayoutEffect(() => {
    const table = box.current;
    if (!table) return;
    fit(table);
    let width = table.clientWidth;
    const observer = new ResizeObserver(() => {
      if (table.clientWidth === width) return;
      width = table.clientWidth;
      fit(table);
    });
    observer.observe(table);
    table.addEventListener('mouseover', titleWhereCut);
    return () => {
      observer.disconnect();
      table.removeEventListener('mouseover', titleWhereCut);
    };
  }, [rows, keys]);
  return box;
}

/** Shows a truncated text in full as its title. */
function titleWhereCut({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll('.clip')].some((one) => one.scrollWidth > one.clientWidth);
  if (isCut) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}
