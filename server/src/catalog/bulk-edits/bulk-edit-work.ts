import {
  type BulkChange,
  type BulkEditInput,
  type BulkValue,
  effectOf,
} from '@aisle/contract/catalog/bulk-edits';
import { auditAll } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { announce } from '../../core/live-events.ts';
import { type BulkRow, type RowResult, writeRows } from '../../system/bulk/bulk.queries.ts';
import type { BulkKind } from '../../system/bulk/bulk.ts';
import {
  type LockedSubProduct,
  lockSubProducts,
  updateSubProducts,
} from '../sub-products/sub-products.queries.ts';
import { kind, lockOffers, type Offer, rowsToChange, setThresholds } from './bulk-edits.queries.ts';

type Field = BulkChange['field'];
const gone = 'No longer exists';
const edited = 'Edited since';

/** Changes one field of many sub-products, or of their offers at locations. */
export const subProductChanges = {
  kind,
  jobs: { change: 'bulkEdit', undo: 'bulkEditUndo' },
  write: (tx, id, { target, change }) => writeRows(tx, id, rowsToChange(target, change)),
  change: ({ tx, actor }, { change }, rows) =>
    saveRows(tx, actor, { field: change.field, rows }, (row, record) => {
      if (!record) return { position: row.position, outcome: 'refused', reason: gone };
      const effect = effectOf(change, { ...noFigures, ...record });
      if (effect.outcome !== 'changed') {
        const reason = effect.outcome === 'refused' ? effect.reason : null;
        const value = { [change.field]: effect.before };
        return { position: row.position, outcome: effect.outcome, reason, before: value, after: value };
      }
      const reason = effect.warning ?? null;
      return { position: row.position, outcome: 'changed', reason, set: effect.after };
    }),
  undo: ({ tx, actor }, { change }, rows) =>
    saveRows(tx, actor, { field: change.field, rows }, (row, record) => {
      const reason = !record ? gone : record.version !== row.version ? edited : null;
      if (reason) return { position: row.position, outcome: 'kept', reason };
      return { position: row.position, outcome: 'undone', set: row.before?.[change.field] as BulkValue };
    }),
  announce: async (tx) => {
    for (const [topic, permission] of [
      ['subProducts', 'sub_product_list'],
      ['products', 'product_list'],
      ['bulkEdits', 'sub_product_list'],
    ] as const) {
      await announce(tx, { topic, action: 'changed-in-bulk', permission });
    }
  },
} satisfies BulkKind<BulkEditInput>;

const noFigures = { price: 0, salePrice: null, costPrice: null, status: true, threshold: null };

type LockedRecord = LockedSubProduct | Offer;
/** The outcome of a row; `set` is the new value of the field. */
type Decision = RowResult & { set?: BulkValue };

/** Locks the records of these rows, decides on each and saves the new values, in a few statements for all rows. */
async function saveRows(
  tx: Tx,
  actor: Actor,
  { field, rows }: { field: Field; rows: readonly BulkRow[] },
  decide: (row: BulkRow, record: LockedRecord | undefined) => Decision,
): Promise<RowResult[]> {
  const locked = await lockRecords(tx, field, rows);
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
  if (field === 'threshold') await setThresholds(tx, records as Offer[]);
  else if (records.length > 0) await updateSubProducts(tx, records as LockedSubProduct[]);
  await auditAll(
    tx,
    actor,
    writes.map(({ record, set, locationId }) => ({
      action: 'edit',
      resource: 'subProducts',
      recordId: 'id' in record ? record.id : record.subProductId,
      locationId,
      before: { [field]: record[field as keyof LockedRecord] },
      after: { [field]: set },
    })),
  );
  return results;
}

const keyOf = (recordId: string, locationId: string | null): string => `${recordId} ${locationId ?? ''}`;

async function lockRecords(
  tx: Tx,
  field: Field,
  rows: readonly BulkRow[],
): Promise<Map<string, LockedRecord>> {
  if (field === 'threshold') {
    const at = rows.map(({ recordId, locationId }) => ({ subProductId: recordId, locationId: locationId! }));
    const offers = await lockOffers(tx, at);
    return new Map(offers.map((offer) => [keyOf(offer.subProductId, offer.locationId), offer]));
  }
  const records = await lockSubProducts(
    tx,
    rows.map(({ recordId }) => recordId),
  );
  return new Map(records.map((record) => [keyOf(record.id, null), record]));
}
