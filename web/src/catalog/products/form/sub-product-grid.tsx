import { maxVariants } from '@aisle/contract/catalog/sub-products';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useCan } from '../../../core/session/session.ts';
import { AddButton } from '../../../ui/form/add-button.tsx';
import { RemoveButton } from '../../../ui/form/remove-button.tsx';
import type { CellEdit } from '../../../ui/grid/editing/history.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { UploadState } from '../pictures/picture-uploads.ts';
import { PictureCell, VariantPictures } from '../pictures/variant-pictures.tsx';
import { OptionEditor } from './option-editor.tsx';
import { emptyRow, type VariantRow } from './product-values.ts';
import { pathOfColumn, type SheetRow, variantColumns, withCell } from './variant-columns.ts';
import { type Option, optionsOf } from './variant-options.ts';

interface SubProductGridProps {
  rows: readonly VariantRow[];
  onChange: (rows: VariantRow[]) => void;
  /** Keyed by path: `subProducts.0.sku`. */
  errors: Record<string, ReactNode>;
  /** The options as typed, including those that no row uses yet. */
  options: readonly Option[];
  onOptions: (options: Option[]) => void;
  /** The initial name of the first row. */
  productName: string;
  /** Alternative texts, by picture key. */
  alts: Record<string, string>;
  onAlts: (alts: Record<string, string>) => void;
  /** The upload state of each file. */
  states: ReadonlyMap<File, UploadState>;
}

/** The variants of a product in a grid. They are created from options or one by one. */
export function SubProductGrid(props: SubProductGridProps) {
  const { rows, onChange, errors, onOptions, productName } = props;
  const mayAdd = useCan('sub_product_add');
  const canEdit = useCan('sub_product_edit');
  const mayDelete = useCan('sub_product_delete');
  const ids = useRowIds(rows);
  // Enter in the last row edits a cell and adds a row at once: the second update has to start from the result of the first.
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(rows);
  latest.current = rows;
  function put(next: VariantRow[]): void {
    latest.current = next;
    onChange(next);
  }
  const options = merged(props.options, optionsOf(rows));
  const names = options.map(({ name }) => name.trim()).filter(Boolean);
  const namesText = JSON.stringify([...new Set(names)]);
  const [pictured, setPictured] = useState<string>();
  const columns = useMemo(
    () =>
      variantColumns(JSON.parse(namesText) as string[], ({ id, variant, isLocked }) => (
        <PictureCell
          name={variant.name}
          images={variant.images ?? []}
          isLocked={isLocked}
          onOpen={() => setPictured(id)}
        />
      )),
    [namesText],
  );
  const canAdd = mayAdd && rows.length < maxVariants;

  const sheet = useMemo(
    () =>
      rows.map(
        (variant, at): SheetRow => ({
          variant,
          at,
          id: ids.of(at),
          isLocked: variant._id === undefined ? !mayAdd : !canEdit,
        }),
      ),
    [rows, ids, mayAdd, canEdit],
  );
  function change(edits: readonly CellEdit[]): void {
    const next = [...latest.current];
    for (const { row, column, value } of edits) {
      const at = ids.at(row);
      if (next[at]) next[at] = withCell(next[at], column, value);
    }
    put(next);
  }
  function addRows(count: number): SheetRow[] {
    const before = latest.current;
    const last = before.at(-1);
    const like = last && { unit: last.unit, soldByWeight: last.soldByWeight };
    const added = Array.from({ length: Math.min(count, maxVariants - before.length) }, (_, index) => {
      const at = before.length + index;
      return {
        variant: { ...emptyRow(at === 0 ? productName : ''), ...like },
        at,
        id: ids.add(),
        isLocked: false,
      };
    });
    put([...before, ...added.map(({ variant }) => variant)]);
    return added;
  }
  const add = () => void addRows(1);
  /** Focuses the first empty required cell of the new row. */
  function addAndOpen(): void {
    const [row] = addRows(1);
    if (!row) return;
    const path = `subProducts.${row.at}.${row.variant.name ? 'sku' : 'name'}`;
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus());
  }
  function remove(at: number): void {
    ids.remove(at);
    put(latest.current.filter((_, index) => index !== at));
  }
  const errorAt = useCallback(
    ({ at }: SheetRow, { key }: { key: string }) => {
      const path = `subProducts.${at}.`;
      const own = errors[path + pathOfColumn(key)];
      // An error of the whole row is shown in its name cell.
      const ofRow = errors[`${path}_id`] || errors[`${path}version`] || errors[`${path}images`];
      return own || (key === 'name' ? ofRow : undefined);
    },
    [errors],
  );

  return (
    <div ref={box} style={{ display: 'grid', gap: 12, minWidth: 0 }}>
      {mayAdd && (
        <OptionEditor
          options={options}
          onOptions={onOptions}
          rows={rows}
          onRows={onChange}
          productName={productName}
        />
      )}
      {rows.length > 0 && (
        <Grid
          label="Sub-products"
          rows={sheet}
          rowId={({ id }) => id}
          columns={columns}
          onEdit={change}
          errorAt={errorAt}
          pathOf={(index, column) => `subProducts.${index}.${pathOfColumn(column)}`}
          {...(canAdd && { onBeyond: add, addRows })}
          rowEnd={({ variant, at }) =>
            (variant._id === undefined || mayDelete) && (
              <RemoveButton size="md" label={`Remove sub-product ${at + 1}`} onClick={() => remove(at)} />
            )
          }
        />
      )}
      <PicturesDialog
        {...props}
        row={sheet.find(({ id }) => id === pictured)}
        onClose={() => setPictured(undefined)}
      />
      {canAdd && <AddButton onClick={addAndOpen}>Add sub-product</AddButton>}
    </div>
  );
}

interface PicturesDialogProps extends SubProductGridProps {
  row: SheetRow | undefined;
  onClose: () => void;
}
function PicturesDialog(props: PicturesDialogProps) {
  const { row, rows, onChange, errors, alts, onAlts, states, onClose } = props;
  if (!row) return null;
  const { at, variant, isLocked } = row;
  const path = `subProducts.${at}.images`;
  return (
    <VariantPictures
      name={variant.name}
      images={variant.images ?? []}
      alts={alts}
      states={states}
      path={path}
      isLocked={isLocked}
      error={errors[path]}
      onChange={(images) => onChange(rows.map((one, index) => (index === at ? { ...one, images } : one)))}
      onAlts={onAlts}
      onClose={onClose}
    />
  );
}

/** Merges the options being edited with the options found in rows. */
function merged(typed: readonly Option[], there: readonly Option[]): Option[] {
  const known = new Set(typed.map(({ name }) => name.trim()));
  return [...typed, ...there.filter(({ name }) => !known.has(name))];
}

/** Stable keys for rows while others are added and removed; new rows have no id yet. */
function useRowIds(rows: readonly VariantRow[]) {
  const ids = useRef<string[]>([]);
  const isSame =
    ids.current.length === rows.length && rows.every(({ _id }, at) => !_id || ids.current[at] === _id);
  if (!isSame) ids.current = rows.map(({ _id }, at) => _id ?? ids.current[at] ?? crypto.randomUUID());
  const text = ids.current.join();
  return useMemo(
    () => ({
      of: (at: number) => text.split(',')[at] ?? String(at),
      at: (id: string) => ids.current.indexOf(id),
      add: () => {
        const id = crypto.randomUUID();
        ids.current.push(id);
        return id;
      },
      remove: (at: number) => ids.current.splice(at, 1),
    }),
    [text],
  );
}
