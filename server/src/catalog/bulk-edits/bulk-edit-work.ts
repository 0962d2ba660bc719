import { type BulkChange, type BulkValue, effectOf, noFigures } from '@aisle/contract/catalog/bulk-change';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { announce } from '../../core/live-events.ts';
import { type BulkRow, type RowResult, writeRows } from '../../system/bulk/bulk.queries.ts';
import type { BulkKind } from '../../system/bulk/bulk.ts';
import {
  type LockedSubProduct,
  lockSubProducts,
  updateSubProducts,
} from '../sub-products/sub-products.queries.ts';
import { announceOffers } from './announce-offers.queries.ts';
import { lockOffers, type Offer, setOffers } from './offers.queries.ts';
import {
  isAtLocations,
  kind,
  noVariants,
  rowsToChange,
  type VariantRequest,
} from './variant-targets.queries.ts';

const gone = 'No longer exists';
const edited = 'Edited since';

/** Changes one field of many sub-products, or of their offers at locations. */
export const subProductChanges = {
  kind,
  jobs: { change: 'bulkEdit', undo: 'bulkEditUndo' },
  write: ({ tx }, id, request) => writeRows(tx, id, rowsToChange(request)),
  change: async ({ tx, actor }, { target, change }, rows) => {
    const products = 'products' in target ? await existingIds(tx, 'products', ids(rows)) : undefined;
    return saveRows(tx, actor, { change, rows }, (row, record) => {
      const { position } = row;
      if (!record) {
        return { position, outcome: 'refused', reason: products?.has(row.recordId) ? noVariants : gone };
      }
      const effect = effectOf(change, { ...noFigures, ...record });
      if (effect.outcome !== 'changed') {
        const reason = effect.outcome === 'refused' ? effect.reason : null;
        const value = { [change.field]: effect.before };
        return { position, outcome: effect.outcome, reason, before: value, after: value };
      }
      return { position, outcome: 'changed', reason: effect.warning ?? null, set: effect.after };
    });
  },
  undo: ({ tx, actor }, { change }, rows) =>
    saveRows(tx, actor, { change, rows }, (row, record) => {
      const reason = !record ? gone : record.version !== row.version ? edited : null;
      if (reason) return { position: row.position, outcome: 'kept', reason };
      return { position: row.position, outcome: 'undone', set: row.before?.[change.field] as BulkValue };
    }),
  announce: async (tx, { change }) => {
    for (const [topic, permission] of [
      ['products', 'product_list'],
      ['bulkEdits', 'sub_product_list'],
      ['prices', 'sub_product_edit'],
    ] as const) {
      await announce(tx, { topic, action: 'changed-in-bulk', permission });
    }
    if (isAtLocations(change)) await announceOffers(tx, change.locationIds);
    else await announce(tx, { topic: 'prices', action: 'changed-in-bulk', permission: 'assign_subProduct' });
  },
} satisfies BulkKind<VariantRequest>;

const ids = (rows: readonly BulkRow[]): string[] => rows.map(({ recordId }) => recordId);

type LockedRecord = LockedSubProduct | Offer;
/** The outcome of a row; `set` is the new value of the field. */
type Decision = RowResult & { set?: BulkValue };

/** Locks the records of these rows, decides on each and saves the new values, in a few statements for all rows. */
async function saveRows(
  tx: Tx,
  actor: Actor,
  { change, rows }: { change: BulkChange; rows: readonly BulkRow[] },
  decide: (row: BulkRow, record: LockedRecord | undefined) => Decision,
): Promise<RowResult[]> {
  const { field } = change;
  const locked = await lockRecords(tx, change, rows);
  const writes: { record: LockedRecord; set: BulkValue; locationId: string | null }[] = [];
  const results = rows.map((row): RowResult => {
    const record = locked.get(keyOf(row.recordId, row.locationId));
    const { set, ...result } = decide(row, record);
    if (set === undefined || !record) return result;
    writes.push({ record, set, locationId: row.locationId });
    if (result.outcome === 'undone') return result;
    return {
      ...result,
      before: { [field]: record[field as keyof LockedRecord] },
      after: { [field]: set },
      version: record.version + 1,
    };
  });
  const records = writes.map(({ record, set }) => ({ ...record, [field]: set }));
  if (field === 'threshold' || field === 'assigned') await setOffers(tx, field, records as Offer[]);
  else if (records.length > 0) await updateSubProducts(tx, records as LockedSubProduct[]);
  await recordChanges(
    tx,
    actor,
    writes.map(({ record, set, locationId }) => ({
      action: 'edit',
      resource: 'subProducts',
      recordId: 'id' in record ? record.id : record.subProductId,
      locationId,
      // The version is that of the offer. The sub-product keeps its version.
      ...(locationId === null && { version: record.version + 1 }),
      before: { [field]: record[field as keyof LockedRecord] },
      after: { [field]: set },
    })),
  );
  return results;
}

const keyOf = (recordId: string, locationId: string | null): string => `${recordId} ${locationId ?? ''}`;

async function lockRecords(
  tx: Tx,
  change: BulkChange,
  rows: readonly BulkRow[],
): Promise<Map<string, LockedRecord>> {
  if (!isAtLocations(change)) {
    const records = await lockSubProducts(tx, ids(rows));
    return new Map(records.map((record) => [keyOf(record.id, null), record]));
  }
  const at = rows.flatMap(({ recordId: subProductId, locationId }) =>
    locationId === null ? [] : [{ subProductId, locationId }],
  );
  const adds = change.field === 'assigned' && change.to.value;
  const offers = await lockOffers(tx, at, { adds });
  // A threshold belongs to an existing offer.
  const there = change.field === 'threshold' ? offers.filter(({ version }) => version > 0) : offers;
  return new Map(there.map((offer) => [keyOf(offer.subProductId, offer.locationId), offer]));
}
