import type { Permission } from '@aisle/contract/permissions';
import { ProductSyncRow, precedenceFields } from '@aisle/contract/warehouse/sync';
import {
  lockCatalogRecords,
  patchProducts,
  patchSubProducts,
} from '../../../catalog/product-imports/writing/product-writes.queries.ts';
import { insertProducts } from '../../../catalog/products/products.queries.ts';
import { insertSubProducts } from '../../../catalog/sub-products/sub-products.queries.ts';
import { freshSubProduct } from '../../../catalog/sub-products/sub-products.service.ts';
import { recordChanges } from '../../../core/changes/record-change.ts';
import { newId } from '../../../core/ids.ts';
import { insertExternalIds } from '../connection.queries.ts';
import { type Entry, isOpen, type Loss, refuse, refuseRepeated, type Sync } from '../entries.ts';
import { loggedTimes, syncedTimes, variantTimes } from '../field-times.queries.ts';
import { FieldTimes, newestFields, refuseUndated } from '../field-times.ts';
import { type FoundItem, findItems } from '../items.queries.ts';
import { decideField } from '../precedence.ts';
import type { SyncKind } from '../sync-call.ts';
import {
  type ProductChange,
  type ProductValues,
  refuseIncomplete,
  refuseTakenCodes,
  refuseWrongCategories,
  refuseWrongPrices,
  withoutHighSalePrice,
} from './product-rules.ts';
import { productsOf, type StoredProduct, storedProducts } from './products.queries.ts';

type ProductEntry = Entry<ProductSyncRow>;
const fields = precedenceFields.products;

/** Adds and changes products with one sub-product each, and sub-products of other products. */
export const productSync: SyncKind<ProductSyncRow> = {
  name: 'products',
  row: ProductSyncRow,
  async write(sync, entries) {
    const { tx } = sync;
    refuseUndated(sync, entries);
    const itemOf = await find(sync, entries);
    const open = entries.filter(isOpen);
    const ids = open.flatMap(({ row }) => itemOf(row)?.item.id ?? []);
    await lockCatalogRecords(tx, await productsOf(tx, ids), ids);
    const stored = await storedProducts(tx, ids);
    const times = await timesOf(sync, [...stored.values()]);
    const changes = open.map((entry): ProductChange => {
      const change = decide(sync, times, entry, stored.get(itemOf(entry.row)?.item.id ?? ''));
      return { ...change, values: withoutHighSalePrice(change) };
    });
    refuseForbidden(sync, changes);
    refuseIncomplete(changes);
    refuseWrongPrices(changes);
    await refuseWrongCategories(tx, changes);
    await refuseTakenCodes(tx, changes);
    await save(sync, changes);
    await addExternalIds(sync, open, itemOf);
    await saveTimes(sync, times, changes);
  },
};

/** Finds the item of each row, and refuses rows about the same one. */
async function find(
  { tx, connection }: Sync,
  entries: readonly ProductEntry[],
): Promise<(row: ProductSyncRow) => FoundItem | undefined> {
  const open = entries.filter(isOpen);
  // The barcode of a product is one of its fields.
  const keysOf = ({ externalId, sku }: ProductSyncRow) => ({ externalId, sku });
  const found = await findItems(
    tx,
    connection.id,
    open.map(({ row }) => keysOf(row)),
  );
  const itemOf = (row: ProductSyncRow) => found(keysOf(row));
  refuseRepeated(open, (row) => itemOf(row)?.item.id ?? `new ${row.sku?.toLowerCase()}`);
  // Two new SKUs with one external ID would be one record.
  refuseRepeated(open, (row) => (itemOf(row)?.isByExternalId ? undefined : row.externalId));
  return itemOf;
}

async function timesOf(sync: Sync, stored: readonly StoredProduct[]): Promise<FieldTimes> {
  const newest = newestFields(sync);
  if (newest.length === 0 || stored.length === 0) return new FieldTimes();
  const { tx } = sync;
  const ids = stored.map(({ id }) => id);
  const productIds = [...new Set(stored.map(({ productId }) => productId))];
  const moved = await loggedTimes(tx, 'products', productIds, ['category', 'categoryId']);
  const movedAt = new Map(moved.map(({ recordId, at }) => [recordId, at]));
  return new FieldTimes(
    [
      ...(await loggedTimes(tx, 'subProducts', ids, newest)).filter((one) => one.locationId === null),
      ...(await variantTimes(
        tx,
        stored.flatMap((one) =>
          newest
            .filter((field) => field !== 'categoryId')
            .map((field) => ({
              recordId: one.id,
              locationId: null,
              productId: one.productId,
              field,
              value: one[field as keyof StoredProduct],
            })),
        ),
      )),
      ...stored.flatMap(({ id, productId }) => {
        const at = movedAt.get(productId);
        return at === undefined ? [] : [{ recordId: id, locationId: null, field: 'categoryId', at }];
      }),
    ],
    await syncedTimes(tx, ids, newest),
  );
}

/** Compares a row with the stored values. A new product gets all values of its row. */
function decide(
  { connection }: Sync,
  times: FieldTimes,
  entry: ProductEntry,
  stored: StoredProduct | undefined,
): ProductChange {
  const { row } = entry;
  const values: ProductValues = {};
  const losses: Loss[] = [];
  const newer: string[] = [];
  for (const field of fields) {
    const sent = row[field];
    if (sent === undefined) continue;
    const by = connection.precedence.get(field) ?? 'caller';
    const decision = stored
      ? decideField(by, {
          field,
          sent,
          stored: stored[field],
          updatedAt: row.updatedAt,
          changedAt: times.changedAt(
            { recordId: stored.id, locationId: null, field },
            field === 'categoryId' ? stored.productUpdatedAt : stored.updatedAt,
          ),
        })
      : { writes: true, isNewer: by === 'newest' };
    if (decision.writes) Object.assign(values, { [field]: sent });
    if (decision.loss) losses.push(decision.loss);
    if (decision.isNewer) newer.push(field);
  }
  return { entry, stored, values, losses, newer };
}

function refuseForbidden({ actor }: Sync, changes: readonly ProductChange[]): void {
  const missing = (['product_add', 'sub_product_add'] satisfies Permission[]).find(
    (permission) => !actor.permissions.has(permission),
  );
  if (!missing) return;
  for (const { entry, stored } of changes) {
    if (!stored)
      refuse(entry, 'not-allowed', { message: `Adding products requires the permission '${missing}'` });
  }
}

async function save(sync: Sync, changes: readonly ProductChange[]): Promise<void> {
  const good = changes.filter(({ entry }) => isOpen(entry));
  await add(
    sync,
    good.filter(({ stored }) => !stored),
  );
  const changed = good.filter(({ stored, values }) => stored && Object.keys(values).length > 0);
  await edit(sync, changed as (ProductChange & { stored: StoredProduct })[]);
  for (const { entry, stored, values, losses } of good) {
    if (!stored) continue;
    entry.outcome = { state: Object.keys(values).length > 0 ? 'changed' : 'same', _id: stored.id, losses };
  }
}

async function add({ tx, actor }: Sync, changes: readonly ProductChange[]): Promise<void> {
  if (changes.length === 0) return;
  const added = changes.map(({ entry, values: { categoryId, ...values } }) => {
    const { name, sku, price } = values as { name: string; sku: string; price: number };
    const subProduct = {
      ...freshSubProduct,
      ...values,
      barcode: values.barcode ?? null,
      id: newId(),
      productId: newId(),
      place: 0,
      name,
      sku,
      price,
      salePrice: values.salePrice ?? null,
      status: values.status ?? true,
    };
    entry.outcome = { state: 'created', _id: subProduct.id };
    return { entry, subProduct, product: { id: subProduct.productId, name, categoryId: categoryId! } };
  });
  await insertProducts(
    tx,
    added.map(({ product }) => product),
  );
  await insertSubProducts(
    tx,
    added.map(({ subProduct }) => subProduct),
  );
  await recordChanges(
    tx,
    actor,
    added.map(({ subProduct: after }) => ({
      action: 'create',
      resource: 'subProducts',
      recordId: after.id,
      after,
    })),
  );
}

async function edit(
  { tx, actor }: Sync,
  changes: readonly (ProductChange & { stored: StoredProduct })[],
): Promise<void> {
  if (changes.length === 0) return;
  const own = changes.flatMap(({ stored, values: { categoryId: _, ...values } }) =>
    Object.keys(values).length === 0 ? [] : [{ id: stored.id, values, before: pick(stored, values) }],
  );
  const versions = await patchSubProducts(tx, own);
  const products = new Map<string, { id: string; values: ProductPatch; before: ProductPatch }>();
  for (const { stored, values } of changes) {
    const patch = ofProduct(stored, values);
    if (Object.keys(patch).length === 0) continue;
    const before = { name: stored.productName, categoryId: stored.categoryId };
    products.set(stored.productId, { id: stored.productId, values: patch, before: pick(before, patch) });
  }
  const productVersions = await patchProducts(tx, [...products.values()]);
  await recordChanges(tx, actor, [
    ...own.map((one) => ({ resource: 'subProducts' as const, ...editOf(one, versions.get(one.id)!) })),
    ...[...products.values()].map((one) => ({
      resource: 'products' as const,
      ...editOf(one, productVersions.get(one.id)!),
    })),
  ]);
}

interface Edit {
  id: string;
  before: object;
  values: object;
}
const editOf = ({ id, before, values }: Edit, version: number) => ({
  action: 'edit' as const,
  recordId: id,
  before: { ...before, version: version - 1 },
  after: { ...values, version },
});

type ProductPatch = { name?: string | undefined; categoryId?: string | undefined };
/** The category belongs to the product. A product and its only sub-product with the same name are renamed together. */
function ofProduct(stored: StoredProduct, { name, categoryId }: ProductValues): ProductPatch {
  const isRenamed = name !== undefined && stored.siblings === 1 && stored.productName === stored.name;
  return { ...(isRenamed && { name }), ...(categoryId !== undefined && { categoryId }) };
}

const pick = <Record extends object>(record: Record, fields: object): Partial<Record> =>
  Object.fromEntries(
    Object.keys(fields).map((field) => [field, record[field as keyof Record]]),
  ) as Partial<Record>;

async function addExternalIds(
  { tx, connection }: Sync,
  entries: readonly ProductEntry[],
  itemOf: (row: ProductSyncRow) => FoundItem | undefined,
): Promise<void> {
  if (connection.id === null) return;
  const ids = entries.flatMap(({ row, outcome }) =>
    row.externalId === undefined || outcome!.state === 'refused' || itemOf(row)?.isByExternalId
      ? []
      : [{ externalId: row.externalId, recordId: outcome!._id! }],
  );
  await insertExternalIds(tx, connection.id, 'products', ids);
}

async function saveTimes(sync: Sync, times: FieldTimes, changes: readonly ProductChange[]): Promise<void> {
  for (const { entry, newer } of changes) {
    if (entry.outcome!.state === 'refused') continue;
    for (const field of newer) {
      times.confirm({ recordId: entry.outcome!._id!, locationId: null, field }, entry.row.updatedAt!);
    }
  }
  await times.save(sync);
}
