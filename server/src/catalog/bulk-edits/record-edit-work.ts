import type { RecordKind } from '@aisle/contract/catalog/bulk-edits';
import { type RecordBulkInput, recordChangeNeeds } from '@aisle/contract/catalog/record-bulk';
import type { Context } from '../../core/context.ts';
import { attempt } from '../../core/db/attempt.ts';
import { announce } from '../../core/live-events.ts';
import { Problem } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { type BulkRow, type RowResult, writeRows } from '../../system/bulk/bulk.queries.ts';
import { bulkWork, type UndoableKind, undoWork } from '../../system/bulk/bulk.ts';
import type { JobWork } from '../../system/jobs/job-run.ts';
import { removeBrand, switchBrand } from '../brands/brands.service.ts';
import { removeCategory } from '../categories/categories.service.ts';
import { removeTax, switchTax } from '../taxes/taxes.service.ts';
import { removeVendor, switchVendor } from '../vendors/vendors.service.ts';
import { kindOfChange, lockRecord, recordsToChange } from './record-edits.queries.ts';

/** Changes one record by the same rules as a single edit. */
interface Steps {
  switchTo(context: Context, id: string, status: boolean): Promise<WithMessage<{ version: number }>>;
  remove(context: Context, id: string): Promise<unknown>;
}
const steps: Record<RecordKind, Steps> = {
  brands: { switchTo: switchBrand, remove: removeBrand },
  taxes: {
    switchTo: ({ tx, actor }, id, status) => switchTax(tx, actor, id, status),
    remove: ({ tx, actor }, id) => removeTax(tx, actor, id),
  },
  vendors: {
    switchTo: ({ tx, actor }, id, status) => switchVendor(tx, actor, id, status),
    remove: ({ tx, actor }, id) => removeVendor(tx, actor, id),
  },
  categories: {
    switchTo: () => Promise.reject(new Error('Categories are switched one by one')),
    remove: removeCategory,
  },
};

/** Small batches, because each record takes several statements while it stays locked. */
const batchSize = 50;

export const recordChangesOf = (of: RecordKind): UndoableKind<RecordBulkInput> => ({
  kind: of,
  jobs: { change: 'recordBulkEdit', undo: 'recordBulkEditUndo' },
  batchSize,
  write: ({ tx }, id, request) => writeRows(tx, id, recordsToChange(request)),
  change: (context, { change }, rows) =>
    eachRow(context, of, rows, (row) => changeOne(context, of, change, row)),
  undo: (context, _, rows) => eachRow(context, of, rows, (row) => revertOne(context, of, row)),
  announce: async (tx, { change }) => {
    const permission = recordChangeNeeds(of, change.field);
    await announce(tx, { topic: 'bulkEdits', action: 'changed-in-bulk', permission });
  },
});

/** The jobs of all kinds of records. */
export const recordWork: JobWork = async (run) => bulkWork(recordChangesOf(await kindOf(run)))(run);
export const recordUndoWork: JobWork = async (run) => undoWork(recordChangesOf(await kindOf(run)))(run);
const kindOf = (run: Parameters<JobWork>[0]): Promise<RecordKind> =>
  run.inTransaction((tx) => kindOfChange(tx, (run.input as { changeId: string }).changeId));

/**
 * Changes records one after the other, by ID if their order doesn't matter. Stores on its row why a record can't be changed.
 */
async function eachRow(
  { tx }: Context,
  of: RecordKind,
  rows: readonly BulkRow[],
  work: (row: BulkRow) => Promise<Omit<RowResult, 'position'>>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const inOrder = of === 'categories' ? rows : rows.toSorted((a, b) => (a.recordId < b.recordId ? -1 : 1));
  for (const row of inOrder) {
    const done = await attempt(tx, () => work(row));
    const { position } = row;
    if (done instanceof Problem) results.push({ position, outcome: 'refused', reason: done.message });
    else results.push({ position, ...done });
  }
  return results;
}

async function changeOne(
  context: Context,
  of: RecordKind,
  change: RecordBulkInput['change'],
  { recordId }: BulkRow,
): Promise<Omit<RowResult, 'position'>> {
  const record = await lockRecord(context.tx, of, recordId);
  if (!record) return { outcome: 'refused', reason: 'No longer exists' };
  const { name, status } = record;
  if (change.field === 'deleted') {
    await steps[of].remove(context, recordId);
    return { outcome: 'changed', reason: null, before: { name, deleted: false }, after: { deleted: true } };
  }
  const { value } = change.to;
  const before = { name, status };
  if (status === value) return { outcome: 'same', reason: null, before, after: { status } };
  const { data } = await steps[of].switchTo(context, recordId, value);
  return { outcome: 'changed', reason: null, before, after: { status: value }, version: data.version };
}

async function revertOne(
  context: Context,
  of: RecordKind,
  { recordId, before, version }: BulkRow,
): Promise<Omit<RowResult, 'position'>> {
  const record = await lockRecord(context.tx, of, recordId);
  if (!record) return { outcome: 'kept', reason: 'No longer exists' };
  if (record.version !== version) return { outcome: 'kept', reason: 'Edited since' };
  await steps[of].switchTo(context, recordId, before?.status === true);
  return { outcome: 'undone', reason: null };
}
