import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useIsNarrow } from '../../use-is-narrow.ts';
import type { GridColumn } from '../column.ts';

export interface GridMeasures {
  rowHeight: number;
  headHeight: number;
  widths: readonly number[];
  /** The total width of all columns. */
  total: number;
  hasGroups: boolean;
  /** The columns that start a group. */
  begins: ReadonlySet<number>;
}

/** The dimensions of a grid for this screen and pointer. */
export function useGridMeasures<Row>(
  columns: readonly GridColumn<Row>[],
  hasRowEnd: boolean,
  chosen: Readonly<Record<string, number>> | undefined,
): GridMeasures {
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false }) ?? false;
  const isNarrow = useIsNarrow();
  const widths = useMemo(
    () =>
      columns.map(({ key, width }, index) =>
        index === 0 && isNarrow ? Math.min(width, 148) : (chosen?.[key] ?? width),
      ),
    [columns, isNarrow, chosen],
  );
  const begins = useMemo(() => groupStarts(columns), [columns]);
  const hasGroups = columns.some(({ group }) => group !== undefined);
  return {
    rowHeight: isCoarse ? 44 : 36,
    headHeight: (isCoarse ? 36 : 32) + (hasGroups ? 28 : 0) + 1,
    widths,
    total: widths.reduce((sum, width) => sum + width, hasRowEnd ? 44 : 0),
    hasGroups,
    begins,
  };
}

const groupStarts = <Row>(columns: readonly GridColumn<Row>[]): ReadonlySet<number> =>
  new Set(
    columns.flatMap(({ group }, index) =>
      index > 0 && group !== undefined && group !== columns[index - 1]?.group ? [index] : [],
    ),
  );
