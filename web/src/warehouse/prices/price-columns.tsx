import { formatMoney } from '@aisle/contract/core/money';
import { CellChange, type CellField, type PriceRow } from '@aisle/contract/warehouse/prices';
import type { CellKind, CellValue } from '../../ui/grid/cells.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { type Changes, cellKey, cellOf, columnKey } from './cell-changes.ts';

type Column = GridColumn<PriceRow>;

export const fieldNames: Record<CellField, string> = {
  assigned: 'Sold',
  price: 'Custom price $',
  threshold: 'Low at',
  maxPerOrder: 'Max per order',
  onHand: 'On hand',
};
const kinds: Record<CellField, CellKind> = {
  assigned: 'switch',
  price: 'money',
  threshold: 'quantity',
  maxPerOrder: 'quantity',
  onHand: 'quantity',
};
const widths: Record<CellField, number> = {
  assigned: 56,
  price: 96,
  threshold: 76,
  maxPerOrder: 108,
  onHand: 84,
};

interface Sheet {
  locations: readonly { _id: string; name: string }[];
  fields: readonly CellField[];
  changes: Changes;
  mayCount: boolean;
}
/** What a sub-product is, then what each location makes of it. */
export function priceColumns({ locations, fields, changes, mayCount }: Sheet): Column[] {
  const known: Column[] = [
    {
      key: 'name',
      header: 'Sub-product',
      kind: 'text',
      width: 260,
      read: (row) => row.name,
      readOnly: () => true,
    },
    { key: 'sku', header: 'SKU', kind: 'text', width: 130, read: (row) => row.sku, readOnly: () => true },
    {
      key: 'listPrice',
      header: 'List price $',
      kind: 'money',
      width: 92,
      read: (row) => row.salePrice ?? row.price,
      readOnly: () => true,
    },
  ];
  const perLocation = locations.flatMap(({ _id, name }) =>
    fields.map(
      (field): Column => ({
        key: columnKey(_id, field),
        header: fieldNames[field],
        group: name,
        kind: kinds[field],
        width: widths[field],
        read: (row) => {
          const change = changes.get(cellKey(row._id, columnKey(_id, field)));
          return change ? change.to : savedValue(row, _id, field);
        },
        readOnly: () => field === 'onHand' && !mayCount,
        check: (value) => checkCell(field, value),
        ...(field === 'price' && {
          fallback: (row: PriceRow) => formatMoney(row.salePrice ?? row.price).replace('$', ''),
        }),
      }),
    ),
  );
  return [...known, ...perLocation];
}

export const savedValue = (row: PriceRow, locationId: string, field: CellField): CellValue =>
  cellOf(row, locationId)?.[field] ?? (field === 'assigned' ? false : field === 'onHand' ? 0 : null);

const nowhere = { locationId: '00000000-0000-7000-8000-000000000000' };
/** The API's own rule for a cell. */
export function checkCell(field: CellField, value: CellValue): string | undefined {
  const parsed = CellChange.safeParse({
    ...nowhere,
    subProductId: nowhere.locationId,
    field,
    was: null,
    to: value,
  });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}
