import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { GridColumn } from '../ui/grid/column.ts';

const widest = 84;
/** On a phone quantities must stand beside the name; the SKU is for the scanner, and gives way. */
export function useFittingColumns<Row>(columns: readonly GridColumn<Row>[]): GridColumn<Row>[] {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
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
