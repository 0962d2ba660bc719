import { useState } from 'react';
import { BoardSegments } from '../../ui/board/board-segments.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { type ColumnKey, isOrderLate } from './board/board.ts';
import { type Standing, sizeOf } from './board/errand-list.tsx';

type SegmentKey = ColumnKey | 'drivers';
/** Shorter than the titles of the columns: four of them share the width of a phone. */
const titles: Record<SegmentKey, string> = {
  waiting: 'Waiting',
  collecting: 'Leaving',
  out: 'Out',
  drivers: 'Drivers',
};

/** On a phone the board has one column at a time; which one to show, and the control to choose it. */
export function useSegments(columns: Record<ColumnKey, Standing>, drivers: number, now: number) {
  const isNarrow = useIsNarrow();
  const keys = Object.keys(columns) as ColumnKey[];
  // Chosen once: orders that come and go never change what is looked at.
  const [segment, setSegment] = useState<SegmentKey>(
    () => keys.find((key) => sizeOf(columns[key]) > 0) ?? 'waiting',
  );
  return {
    isShown: (key: SegmentKey) => !isNarrow || key === segment,
    control: isNarrow && (
      <BoardSegments<SegmentKey>
        label="Orders and drivers"
        segments={[
          ...keys.map((key) => ({
            key,
            title: titles[key],
            count: sizeOf(columns[key]),
            late: columns[key].orders.filter((order) => isOrderLate(order, now)).length,
          })),
          { key: 'drivers', title: titles.drivers, count: drivers, late: 0 },
        ]}
        value={segment}
        onChange={setSegment}
      />
    ),
  };
}
