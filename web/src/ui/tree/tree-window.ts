import { useLayoutEffect, useRef, useState } from 'react';

export const rowHeight = 32;
/** Shorter trees are rendered completely, and the page scrolls. */
const fewRows = 150;
/** Rows rendered above and below the visible ones, so that scrolling shows no gaps. */
const overscan = 12;

/** The range of rows to render: those visible in the scroll container, and some around them. */
export function windowOf(count: number, scrollTop: number, height: number): { from: number; to: number } {
  const first = Math.min(Math.floor(scrollTop / rowHeight), Math.max(count - 1, 0));
  const last = Math.ceil((scrollTop + height) / rowHeight);
  return { from: Math.max(first - overscan, 0), to: Math.min(last + overscan, count) };
}

/** Renders a long list partly. A short list is rendered completely, without measuring. */
export function useTreeWindow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: fewRows });
  const isLong = count > fewRows;

  function measure(): void {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const next = windowOf(count, scrollTop, clientHeight);
    setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
  }
  // Added or removed rows, or a resized box, change the visible range without scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the number of rows
  useLayoutEffect(() => {
    if (!isLong || !box.current) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isLong, count]);

  /** Scrolls by the minimum to bring a row into view. */
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
