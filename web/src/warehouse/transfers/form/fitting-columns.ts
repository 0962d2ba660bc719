import { useMemo } from 'react';
import type { GridColumn } from '../../../ui/grid/column.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';

const widest = 84;
/** On a phone the quantities must fit beside the name, so the SKU is hidden. */
export function useFittingColumns<Row>(columns: readonly GridColumn<Row>[]): GridColumn<Row>[] {
  const isNarrow = useIsNarrow();
  return useMemo(
    () =>
      isNarrow
        ? columns
            .filter(({ key }) => key !== 'sku')
            .map((column) =>
              column.key === 'name' ? column : { ...column, width: Math.min(column.width, widest) },
            )
        : [...columns],
    [columns, isNarrow],
  );
}
