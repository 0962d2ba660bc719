import { useMemo, useRef } from 'react';
import { unreadable } from '../cells.ts';
import type { GridProps } from '../grid.tsx';
import type { RowContext } from './grid-row.tsx';
import type { GridMeasures } from './use-grid-measures.ts';

interface RowContextOptions {
  measures: GridMeasures;
  stripId: string;
  onHandle: RowContext<never>['onHandle'];
  onEnd: RowContext<never>['onEnd'];
}

/** The context of the rows: the same object until something changes, so that rows don't render needlessly. */
export function useRowContext<Row>(
  { columns, isChanged, errorAt, pathOf, rowEnd }: GridProps<Row>,
  { measures, stripId, onHandle, onEnd }: RowContextOptions,
): RowContext<Row> {
  const latest = useRef({ onHandle, onEnd });
  latest.current = { onHandle, onEnd };
  const { widths, begins, rowHeight } = measures;
  return useMemo(
    () => ({
      columns,
      widths,
      begins,
      rowHeight,
      stripId,
      isChanged: isChanged ?? (() => false),
      errorOf: (row, column, index) => {
        const value = column.read(row);
        return (
          errorAt?.(row, column, index) ||
          unreadable(column.kind, value, column.choices) ||
          column.check?.(value, row)
        );
      },
      pathOf,
      rowEnd,
      onHandle: (event) => latest.current.onHandle(event),
      onEnd: (text, go) => latest.current.onEnd(text, go),
    }),
    [columns, widths, begins, rowHeight, stripId, isChanged, errorAt, pathOf, rowEnd],
  );
}
