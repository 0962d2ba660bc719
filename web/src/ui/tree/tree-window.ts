import { useLayoutEffect, useRef, useState } from 'react';

export const rowHeight = 32;
/** Below this many rows all of them are drawn, and the page scrolls. */
const fewRows = 150;
/** Drawn above and below what is seen, so that scrolling meets no gaps. */
const overscan = 12;

/** The rows to draw of so many: those in sight of a box that scrolls, and some around them. */
export function windowOf(count: number, scrollTop: number, height: number): { from: number; to: number } {
  const first = Math.min(Math.floor(scrollTop / rowHeight), Math.max(count - 1, 0));
  const last = Math.ceil((scrollTop + height) / rowHeight);
  return { from: Math.max(first - overscan, 0), to: Math.min(last + overscan, count) };
}

/** Draws a long list in part. Where it is short, everything is drawn and nothing is measured. */
export function useTreeWindow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: fewRows });
  const isLong = count > fewRows;

  function measure(): void {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const next = windowOf(count, scrollTop, clientHeight);
    setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
  }
  // Rows that come or go, or a box of another height, change what is in sight without any scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of rows is what it depends on
  useLayoutEffect(() => {
    if (!isLong || !box.current) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isLong, count]);

  /** Scrolls just as far as it takes for a row to be seen. */
  function reveal(index: number): void {
    if (!isLong || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const top = index * rowHeight;
    if (top < scrollTop) box.current.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      box.current.scrollTop = top + rowHeight - clientHeight;
  }
  return { box, isLong, range: isLong ? range : { from: 0, to: count }, measure, reveal };
}
