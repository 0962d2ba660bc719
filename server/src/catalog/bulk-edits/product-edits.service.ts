import type { BulkEdit, BulkPreview } from '@aisle/contract/catalog/bulk-edits';
import {
  type FactChange,
  isVariantChange,
  type ProductBulkInput,
} from '@aisle/contract/catalog/product-bulk';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { startBulk } from '../../system/bulk/bulk.ts';
import { getBulkEdit } from './bulk-edits.queries.ts';
import { mustEditEverywhere, previewBulkEdit, startBulkEdit } from './bulk-edits.service.ts';
import { heldFor, type ProductFactRequest, productChanges, shownValues } from './product-edit-work.ts';
import { firstProducts, namesOf, partsOfAll } from './product-edits.queries.ts';
import { productEffect } from './product-effects.ts';

const shownFirst = 25;

/** Previews a change of all matching products, or of their variants; saves nothing. */
export async function previewProductEdit(
  tx: Tx,
  actor: Actor,
  { target, change }: ProductBulkInput,
): Promise<BulkPreview> {
  if (isVariantChange(change)) return previewBulkEdit(tx, actor, { target: { products: target }, change });
  mustEditEverywhere(actor, 'product_edit');
  return previewFacts(tx, { target, change });
}

async function previewFacts(tx: Tx, { target, change }: ProductFactRequest): Promise<BulkPreview> {
  await checkReferences(tx, change);
  const held = await heldFor(tx, change);
  const preview: BulkPreview = {
    records: 0,
    rows: 0,
    changed: 0,
    same: 0,
    refused: 0,
    problems: [],
    sample: [],
  };
  const refusals = new Map<string, number>();
  for (const { parts, count } of await partsOfAll(tx, target, change.field)) {
    const effect = productEffect(change, parts, held);
    preview.rows += count;
    preview[effect.outcome] += count;
    if (effect.outcome === 'refused') refusals.set(effect.reason, (refusals.get(effect.reason) ?? 0) + count);
  }
  preview.records = preview.rows;
  preview.problems = [...refusals].map(([reason, count]) => ({ reason, count, refuses: true }));
  const first = await firstProducts(tx, { target, field: change.field }, shownFirst);
  const effects = first.map(({ parts }) => productEffect(change, parts, held));
  const show = await shownValues(tx, change.field, [
    ...first.map(({ parts }) => parts),
    ...effects.map((effect) => (effect.outcome === 'changed' ? effect.set : {})),
  ]);
  preview.sample = first.map(({ id, name, parts }, at) => {
    const effect = effects[at]!;
    const before = show(parts);
    return {
      _id: id,
      subProductId: null,
      productId: id,
      name,
      sku: '',
      locationId: null,
      locationName: null,
      outcome: effect.outcome,
      field: change.field,
      before,
      after: effect.outcome === 'changed' ? show(effect.set) : before,
      reason: effect.outcome === 'refused' ? effect.reason : null,
    };
  });
  return preview;
}

export async function startProductEdit(
  tx: Tx,
  actor: Actor,
  { target, change }: ProductBulkInput,
): Promise<BulkEdit> {
  if (isVariantChange(change)) return startBulkEdit(tx, actor, { target: { products: target }, change });
  const permission = 'product_edit';
  mustEditEverywhere(actor, permission);
  await checkReferences(tx, change);
  const [first] = await firstProducts(tx, { target, field: change.field }, 1);
  if (!first) throw problem('bulk.nothing');
  const title = await inWords(tx, change);
  const request: ProductFactRequest = { target, change };
  return getBulkEdit(tx, await startBulk(tx, actor, productChanges, { title, permission, request }));
}

const idsIn = (change: FactChange): string[] => {
  if (change.field === 'categoryId' || change.field === 'brandId')
    return change.to === null ? [] : [change.to];
  return change.field === 'taxIds' ? change.to : [];
};

async function checkReferences(tx: Tx, change: FactChange): Promise<void> {
  const ids = idsIn(change);
  const names = await namesOf(tx, change.field, ids);
  const what = { categoryId: 'This category', brandId: 'This brand' }[change.field as string];
  if (ids.some((id) => !names.has(id)))
    throw wrongField('change.to', `${what ?? 'One of these taxes'} no longer exists`);
}

const labels = {
  categoryId: 'Category',
  brandId: 'Brand',
  taxIds: 'Taxes',
  badge: 'Badge',
  addToHomePage: 'Home page',
  status: 'Status',
  tags: 'Tags',
};
const badges = {
  none: 'none',
  newArrival: 'New arrival',
  bestSeller: 'Best seller',
  autoBestSeller: 'By sales',
};

/** Describes a change, such as "Category: Frozen", for a job's title and the list of bulk edits. */
async function inWords(tx: Tx, change: FactChange): Promise<string> {
  const label = labels[change.field];
  if (change.field === 'status') return change.to ? 'Activate products' : 'Deactivate products';
  if (change.field === 'addToHomePage') return change.to ? 'Add to home page' : 'Remove from home page';
  if (change.field === 'badge') return `${label}: ${badges[change.to]}`;
  if (change.field === 'tags')
    return `${change.by === 'add' ? 'Add' : 'Remove'} tags: ${change.to.join(', ')}`.slice(0, 200);
  const names = [...(await namesOf(tx, change.field, idsIn(change))).values()];
  return `${label}: ${names.join(', ') || (change.field === 'taxIds' ? "the category's" : 'none')}`;
}
