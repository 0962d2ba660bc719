import { Barcode, pricingIssues } from '@aisle/contract/catalog/sub-products';
import { type Unit, units } from '@aisle/contract/core/quantity';
import { unitPrice } from '@aisle/contract/core/unit-price';
import type { CellValue } from '../../../ui/grid/cells.ts';
import type { GridColumn } from '../../../ui/grid/column.ts';
import type { VariantRow } from './product-values.ts';

/** A row of the grid: the variant, its key in the grid, and its index in the form. */
export interface SheetRow {
  id: string;
  at: number;
  variant: VariantRow;
  isLocked: boolean;
}
type Column = GridColumn<SheetRow>;

const choices = units.map((unit) => ({ value: unit, label: unit }));
const optionKey = 'option:';

const field = (
  key: keyof VariantRow & string,
  header: string,
  kind: Column['kind'],
  width: number,
  more: Partial<Column> = {},
): Column => ({
  key,
  header,
  kind,
  width,
  read: ({ variant }) => (variant[key] ?? null) as CellValue,
  readOnly: ({ isLocked }) => isLocked,
  ...more,
});

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const pricingCheck =
  (path: 'salePrice' | 'maxPerOrder'): NonNullable<Column['check']> =>
  (_, { variant: { price, salePrice, minPerOrder, maxPerOrder } }) =>
    pricingIssues({
      price: number(price) ?? undefined,
      salePrice: number(salePrice),
      minPerOrder: number(minPerOrder),
      maxPerOrder: number(maxPerOrder),
    }).find((issue) => issue.path === path)?.message;

const barcodeCheck: NonNullable<Column['check']> = (value) =>
  Barcode.safeParse(value).error?.issues[0]?.message;

/** The columns of the grid, including one for each option. The name cell also opens the pictures of the variant. */
export const variantColumns = (
  optionNames: readonly string[],
  showName: NonNullable<Column['show']>,
): Column[] => [
  field('name', 'Name *', 'text', 216, { show: showName }),
  ...optionNames.map(
    (name): Column => ({
      key: `${optionKey}${name}`,
      header: name,
      kind: 'text',
      width: 110,
      read: ({ variant }) => variant.optionValues?.[name] ?? '',
      readOnly: ({ isLocked }) => isLocked,
    }),
  ),
  field('sku', 'SKU *', 'text', 150),
  field('price', 'Price $ *', 'money', 88),
  field('barcode', 'Barcode', 'text', 136, { check: barcodeCheck }),
  field('unit', 'Unit', 'choice', 76, { choices }),
  field('unitSize', 'Unit size', 'quantity', 80),
  field('soldByWeight', 'Weighed', 'switch', 76),
  field('salePrice', 'Sale $', 'money', 84, { check: pricingCheck('salePrice') }),
  {
    key: 'unitPrice',
    header: 'Unit price',
    kind: 'text',
    width: 104,
    align: 'right',
    read: ({ variant }) => unitPriceOf(variant) ?? '',
    readOnly: () => true,
  },
  field('costPrice', 'Cost $', 'money', 84),
  field('minPerOrder', 'Min', 'quantity', 64),
  field('maxPerOrder', 'Max', 'quantity', 64, { check: pricingCheck('maxPerOrder') }),
  field('status', 'Active', 'switch', 68),
];

function unitPriceOf({ price, salePrice, unit, unitSize, soldByWeight }: VariantRow): string | null {
  return unitPrice({
    price: number(salePrice) ?? number(price),
    unit: unit as Unit,
    unitSize: number(unitSize),
    soldByWeight: soldByWeight === true,
  });
}

/** Returns the variant with a new value in one column. */
export function withCell(variant: VariantRow, column: string, value: CellValue): VariantRow {
  if (!column.startsWith(optionKey)) return { ...variant, [column]: value } as VariantRow;
  const name = column.slice(optionKey.length);
  const { [name]: _, ...rest } = variant.optionValues ?? {};
  return { ...variant, optionValues: value ? { ...rest, [name]: String(value) } : rest };
}

/** The form path of a column. */
export const pathOfColumn = (column: string): string =>
  column.startsWith(optionKey) ? `optionValues.${column.slice(optionKey.length)}` : column;
