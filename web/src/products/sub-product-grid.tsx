import { parseMoney } from '@aisle/contract/core/money';
import { units } from '@aisle/contract/core/quantity';
import { mostVariants } from '@aisle/contract/sub-products';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useMay } from '../core/session.ts';
import { parseDecimal } from '../ui/form/parse-decimal.ts';
import { GridCell } from './grid-cell.tsx';
import { emptyRow, type VariantRow } from './product-values.ts';
import classes from './products.module.css';

interface SubProductGridProps {
  rows: readonly VariantRow[];
  onChange: (rows: VariantRow[]) => void;
  /** By path: `subProducts.0.sku`. */
  errors: Record<string, ReactNode>;
  /** What a new row is called at first. */
  productName: string;
}

const heads = [
  ['Name *'],
  ['SKU *'],
  ['Barcode'],
  ['Unit'],
  ['Size', true],
  ['Weighed'],
  ['Price $ *', true],
  ['Sale $', true],
  ['Cost $', true],
  ['Min', true],
  ['Max', true],
  ['Active'],
] as const;
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3, useGrouping: false });
const dollars = (cents: number) => (cents / 100).toFixed(2);
const money = { toText: dollars, parse: (text: string) => (text.trim() === '' ? null : parseMoney(text)) };
const decimal = { toText: plain.format, parse: parseDecimal };

/** The variants of a product as a sheet: one row each, arrow keys up and down, Enter in the last adds one. */
export function SubProductGrid({ rows, onChange, errors, productName }: SubProductGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const mayAdd = useMay('sub_product_add');
  const mayEdit = useMay('sub_product_edit') && mayAdd;
  const mayDelete = useMay('sub_product_delete');
  const set = (at: number, patch: Partial<VariantRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...patch } : row)));
  const canAdd = mayAdd && rows.length < mostVariants;

  function add(): void {
    const last = rows.at(-1);
    const like = last && { unit: last.unit, soldByWeight: last.soldByWeight };
    onChange([...rows, { ...emptyRow(rows.length === 0 ? productName : ''), ...like }]);
    focusAt(rows.length, 'name');
  }
  function remove(at: number): void {
    onChange(rows.filter((_, index) => index !== at));
    focusAt(Math.max(0, at - 1), 'name');
  }
  function focusAt(at: number, field: string): void {
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-path="subProducts.${at}.${field}"]`)?.focus(),
    );
  }
  function onKey(event: KeyboardEvent): void {
    const path = (event.target as HTMLElement).dataset.path?.split('.');
    if (!path || event.ctrlKey || event.metaKey || event.altKey) return;
    const [, index, field = ''] = path;
    const at = Number(index);
    const isSelect = event.target instanceof HTMLSelectElement;
    const to =
      event.key === 'Enter' || (event.key === 'ArrowDown' && !isSelect)
        ? at + 1
        : event.key === 'ArrowUp' && !isSelect
          ? at - 1
          : null;
    if (to === null) return;
    event.preventDefault();
    if (to === rows.length && event.key === 'Enter' && canAdd) add();
    else if (to >= 0 && to < rows.length) focusAt(to, field);
  }

  return (
    <div>
      {rows.length > 0 && (
        <div ref={box} className={classes.scroll}>
          <table className={classes.grid} aria-label="Sub-products" onKeyDown={onKey}>
            <thead>
              <tr>
                {heads.map(([head, isNumber]) => (
                  <th key={head} className={isNumber ? classes.number : undefined}>
                    {head}
                  </th>
                ))}
                <th>
                  <span className="visually-hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <GridRow
                  key={row._id ?? `new:${at}`}
                  row={row}
                  at={at}
                  errors={errors}
                  isLocked={row._id === undefined ? !mayAdd : !mayEdit}
                  set={(patch) => set(at, patch)}
                  {...((row._id === undefined || mayDelete) && { remove: () => remove(at) })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {canAdd && (
        <Button
          variant="default"
          size="sm"
          mt={rows.length > 0 ? 'sm' : 0}
          leftSection={<IconPlus size={16} stroke={1.5} />}
          onClick={add}
        >
          Add sub-product
        </Button>
      )}
    </div>
  );
}

interface GridRowProps {
  row: VariantRow;
  at: number;
  errors: Record<string, ReactNode>;
  isLocked: boolean;
  set: (patch: Partial<VariantRow>) => void;
  remove?: () => void;
}
function GridRow({ row, at, errors, isLocked, set, remove }: GridRowProps) {
  const path = (field: string) => `subProducts.${at}.${field}`;
  const wrong = Object.entries(errors).filter(([name, text]) => text && name.startsWith(path('')));
  const problemsId = `sub-product-problems-${at}`;
  const cell = (field: keyof VariantRow, label: string) => ({
    'data-path': path(field),
    'aria-label': `${label} of sub-product ${at + 1}`,
    'aria-invalid': Boolean(errors[path(field)]),
    'aria-describedby': errors[path(field)] ? problemsId : undefined,
    disabled: isLocked,
  });
  const text = (field: 'name' | 'sku' | 'barcode', label: string, width: number) => (
    <input
      {...cell(field, label)}
      className={classes.cell}
      style={{ minWidth: width }}
      autoComplete="off"
      inputMode={field === 'barcode' ? 'numeric' : undefined}
      value={row[field] ?? ''}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const number = (
    field: 'unitSize' | 'price' | 'salePrice' | 'costPrice' | 'minPerOrder' | 'maxPerOrder',
    label: string,
    kind: typeof money,
  ) => (
    <GridCell
      {...cell(field, label)}
      {...kind}
      value={row[field] ?? null}
      onValue={(value) => set({ [field]: value })}
    />
  );
  const tick = (field: 'soldByWeight' | 'status', label: string) => (
    <input
      {...cell(field, label)}
      type="checkbox"
      className={classes.tick}
      checked={row[field] === true}
      onChange={(event) => set({ [field]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <tr>
        <td className={classes.first}>{text('name', 'Name', 140)}</td>
        <td>{text('sku', 'SKU', 92)}</td>
        <td>{text('barcode', 'Barcode', 116)}</td>
        <td>
          <select
            {...cell('unit', 'Unit')}
            className={classes.cell}
            style={{ minWidth: 70 }}
            value={row.unit}
            onChange={(event) => set({ unit: event.currentTarget.value as VariantRow['unit'] })}
          >
            {units.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </td>
        <td>{number('unitSize', 'Size', decimal)}</td>
        <td>{tick('soldByWeight', 'By weight')}</td>
        <td>{number('price', 'Price', money)}</td>
        <td>{number('salePrice', 'Sale price', money)}</td>
        <td>{number('costPrice', 'Cost', money)}</td>
        <td>{number('minPerOrder', 'Least per order', decimal)}</td>
        <td>{number('maxPerOrder', 'Most per order', decimal)}</td>
        <td>{tick('status', 'Active')}</td>
        <td>
          {remove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove sub-product ${at + 1}`}
              onClick={remove}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          )}
        </td>
      </tr>
      {wrong.length > 0 && (
        <tr>
          <td colSpan={heads.length + 1} className={classes.problems} id={problemsId} role="alert">
            {wrong
              .map(([, message]) => message)
              .reduce((all, one) => (
                <>
                  {all} · {one}
                </>
              ))}
          </td>
        </tr>
      )}
    </>
  );
}
