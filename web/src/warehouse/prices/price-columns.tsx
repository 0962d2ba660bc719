import { type ItemNames, itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import {
  CellChange,
  type CellField,
  isListField,
  type ListField,
  listFields,
  type OfferField,
  offerFields,
  type PriceRow,
} from '@aisle/contract/warehouse/prices';
import type { CellKind, CellValue } from '../../ui/grid/cells.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { MiddleText } from '../../ui/values/middle-text.tsx';
import { type Changes, columnKey, currentValue, savedValue } from './cell-changes.ts';
import classes from './prices.module.css';

type Column = GridColumn<PriceRow>;

export const fieldNames: Record<CellField, string> = {
  listPrice: 'List price $',
  salePrice: 'Sale price $',
  assigned: 'Sold',
  price: 'Custom price $',
  threshold: 'Low at',
  maxPerOrder: 'Max per order',
  onHand: 'On hand',
};
const kinds: Record<CellField, CellKind> = {
  listPrice: 'money',
  salePrice: 'money',
  assigned: 'switch',
  price: 'money',
  threshold: 'quantity',
  maxPerOrder: 'quantity',
  onHand: 'quantity',
};
const widths: Record<CellField, number> = {
  listPrice: 92,
  salePrice: 96,
  assigned: 56,
  price: 112,
  threshold: 76,
  maxPerOrder: 108,
  onHand: 84,
};

/** The fields that the user can edit. */
export interface PriceRights {
  list: boolean;
  offers: boolean;
  counts: boolean;
}
interface Sheet {
  locations: readonly { _id: string; name: string }[];
  fields: readonly CellField[];
  changes: Changes;
  rights: PriceRights;
  isNarrow: boolean;
}
/** The columns: the sub-product with its general prices, then the fields of each location. */
export function priceColumns({ locations, fields, changes, rights, isNarrow }: Sheet): Column[] {
  const name: Column = {
    key: 'name',
    header: 'Sub-product',
    kind: 'text',
    width: 240,
    read: (row) => itemName(row),
    show: (row) => (isNarrow ? <TwoLineName of={row} /> : <MiddleText text={itemName(row)} />),
    readOnly: () => true,
  };
  const sku: Column = {
    ...name,
    key: 'sku',
    header: 'SKU',
    width: 130,
    read: (row) => row.sku,
    show: (row) => <MiddleText text={row.sku} />,
  };
  const shown = (field: CellField) => fields.includes(field);
  return [
    name,
    ...(isNarrow ? [] : [sku]),
    ...listFields.filter(shown).map((field) => listColumn(field, changes, rights)),
    ...locations.flatMap((location) =>
      offerFields.filter(shown).map((field) => offerColumn(location, field, changes, rights)),
    ),
  ];
}

/** On phones, the variant is below its product, because the column is too narrow for both. */
function TwoLineName({ of: { productName, variantName } }: { of: ItemNames }) {
  const name = itemName({ productName, variantName });
  if (name === variantName) return <MiddleText text={name} />;
  return (
    <span className={classes.name} title={name}>
      <span className="truncate secondary">{productName}</span>
      <span className="truncate">{variantName}</span>
    </span>
  );
}

const listColumn = (field: ListField, changes: Changes, { list }: PriceRights): Column => ({
  key: columnKey(null, field),
  header: fieldNames[field],
  kind: kinds[field],
  width: widths[field],
  read: (row) => currentValue(changes, row, { locationId: null, field }),
  readOnly: () => !list,
  // Only changed cells show errors, not those they are compared with.
  check: (value, row) =>
    value === savedValue(row, { locationId: null, field })
      ? undefined
      : checkCell(field, value, pricesOf(changes, row)),
});

const offerColumn = (
  { _id, name }: Sheet['locations'][number],
  field: OfferField,
  changes: Changes,
  { offers, counts }: PriceRights,
): Column => ({
  key: columnKey(_id, field),
  header: fieldNames[field],
  group: name,
  kind: kinds[field],
  width: widths[field],
  read: (row) => currentValue(changes, row, { locationId: _id, field }),
  readOnly: () => !offers || (field === 'onHand' && !counts),
  check: (value) => checkCell(field, value),
  ...(field === 'price' && { fallback: (row: PriceRow) => defaultPrice(pricesOf(changes, row)) }),
});

type Prices = Record<ListField, CellValue>;
export const pricesOf = (changes: Changes, row: PriceRow): Prices => ({
  listPrice: currentValue(changes, row, { locationId: null, field: 'listPrice' }),
  salePrice: currentValue(changes, row, { locationId: null, field: 'salePrice' }),
});

/** The price at a location without a custom price. */
function defaultPrice({ listPrice, salePrice }: Prices): string {
  const price = salePrice ?? listPrice;
  return typeof price === 'number' ? formatMoney(price).replace('$', '') : '';
}

const id = '00000000-0000-7000-8000-000000000000';
/** Validates a cell with the API's rules, including the prices it depends on. */
export function checkCell(field: CellField, value: CellValue, prices?: Prices): string | undefined {
  const place = isListField(field) ? {} : { locationId: id };
  const parsed = CellChange.safeParse({ ...place, subProductId: id, field, was: null, to: value });
  if (!parsed.success) return parsed.error.issues[0]?.message;
  if (!prices || !isListField(field)) return undefined;
  const { listPrice, salePrice }: Prices = { ...prices, [field]: value };
  const isWrong = typeof listPrice === 'number' && typeof salePrice === 'number' && salePrice >= listPrice;
  return isWrong ? 'The sale price must be below the price' : undefined;
}
