import { type RefObject, type UIEvent, useEffect, useState } from 'react';
import { visibleRows } from '../selection.ts';

interface VisibleRowsOptions {
  rowHeight: number;
  count: number;
  onSight: ((first: number, last: number) => void) | undefined;
}

/** The visible rows of a scroll container, and the number of rows in a page. */
export function useVisibleRows(
  box: RefObject<HTMLDivElement | null>,
  { rowHeight, count, onSight }: VisibleRowsOptions,
) {
  const [sight, setSight] = useState({ scrollTop: 0, height: 600 });
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(() => setSight((before) => ({ ...before, height: node.clientHeight })));
    watch.observe(node);
    return () => watch.disconnect();
  }, [box]);
  const { first, last } = visibleRows({ ...sight, rowHeight }, count);
  useEffect(() => onSight?.(first, last), [onSight, first, last]);

  return {
    first,
    last,
    page: Math.max(1, Math.floor(sight.height / rowHeight) - 2),
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) =>
      setSight({ scrollTop, height: clientHeight }),
  };
}
