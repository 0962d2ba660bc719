import { pricingIssues } from '@aisle/contract/catalog/sub-products';
import type { ProductSyncRow } from '@aisle/contract/warehouse/sync';
import { codeKey } from '../../../catalog/product-imports/reading/code-key.ts';
import type { Tx } from '../../../core/db/db.ts';
import { findSubProducts } from '../../inventory/lots.queries.ts';
import { AddedMeanwhile, type Entry, isOpen, type Loss, refuse, refuseField } from '../entries.ts';
import { existingCategories, type StoredProduct } from './products.queries.ts';

type Field = Exclude<keyof ProductSyncRow, 'externalId' | 'updatedAt'>;
export type ProductValues = { [Name in Field]?: ProductSyncRow[Name] };

/** An entry with the values to write: all of a new product, or the changed fields of an existing one. */
export interface ProductChange {
  entry: Entry<ProductSyncRow>;
  stored: StoredProduct | undefined;
  values: ProductValues;
  losses: readonly Loss[];
  /** The fields whose sent value is the newest. */
  newer: readonly string[];
}

const needed = { name: 'Name is required', price: 'Price is required', categoryId: 'Category is required' };

export function refuseIncomplete(changes: readonly ProductChange[]): void {
  for (const { entry, stored, values } of changes) {
    if (stored) continue;
    const fields = Object.entries({ sku: 'SKU is required', ...needed })
      .filter(([field]) => values[field as Field] === undefined)
      .map(([path, message]) => ({ path, message }));
    if (fields.length > 0) refuse(entry, 'validation-failed', { message: fields[0]!.message, fields });
  }
}

/** A sale price that isn't below the new price is removed, unless the row sets it. */
export function withoutHighSalePrice({ stored, values, entry }: ProductChange): ProductValues {
  const { price } = values;
  const isAbove = price != null && stored?.salePrice != null && stored.salePrice >= price;
  return isAbove && entry.row.salePrice === undefined ? { ...values, salePrice: null } : values;
}

export function refuseWrongPrices(changes: readonly ProductChange[]): void {
  for (const { entry, stored, values } of changes) {
    const prices = { price: stored?.price, salePrice: stored?.salePrice, ...values };
    const [issue] = pricingIssues({ price: prices.price, salePrice: prices.salePrice });
    if (issue && isOpen(entry)) refuseField(entry, issue.path, issue.message);
  }
}

/** Categories must exist, and rows of one product must agree about it. */
export async function refuseWrongCategories(tx: Tx, changes: readonly ProductChange[]): Promise<void> {
  const moving = changes.filter(({ entry, values }) => isOpen(entry) && values.categoryId !== undefined);
  const existing = await existingCategories(
    tx,
    moving.map(({ values }) => values.categoryId!),
  );
  for (const { entry, values } of moving) {
    if (existing.has(values.categoryId!)) continue;
    const message = 'No category has this ID';
    refuse(entry, 'not-found', { message, fields: [{ path: 'categoryId', message }] });
  }
  const siblings = Map.groupBy(
    moving.filter(({ entry }) => isOpen(entry)),
    ({ stored }) => stored?.productId,
  );
  for (const [productId, rows] of siblings) {
    if (productId === undefined || new Set(rows.map(({ values }) => values.categoryId)).size === 1) continue;
    for (const { entry } of rows) {
      refuseField(entry, 'categoryId', 'Other rows of the same product have another category');
    }
  }
}

/** SKUs and barcodes belong to one item. */
export async function refuseTakenCodes(tx: Tx, changes: readonly ProductChange[]): Promise<void> {
  const open = changes.filter(({ entry }) => isOpen(entry));
  const held = await findSubProducts(tx, {
    ids: [],
    skus: open.flatMap(({ values }) => values.sku?.toLowerCase() ?? []),
    barcodes: open.flatMap(({ values }) => values.barcode ?? []),
  });
  for (const field of ['sku', 'barcode'] as const) {
    const holders = new Map(
      held.flatMap((one) => {
        const code = one[field];
        return code === null ? [] : [[codeKey(field, code), one.id]];
      }),
    );
    const wanting = Map.groupBy(open, ({ values }) => {
      const code = values[field];
      return code == null ? undefined : codeKey(field, code);
    });
    for (const [code, rows] of wanting) {
      if (code === undefined) continue;
      const holder = holders.get(code);
      for (const { entry, stored } of rows) {
        const isTaken = holder !== undefined && holder !== stored?.id;
        if (!isOpen(entry) || (!isTaken && rows.length === 1)) continue;
        if (isTaken && field === 'sku' && !stored) throw new AddedMeanwhile();
        const name = field === 'sku' ? 'SKU' : 'barcode';
        const message = isTaken ? `Another item has this ${name}` : `Another row has this ${name}`;
        refuse(entry, 'duplicate', { message, fields: [{ path: field, message }] });
      }
    }
  }
}
