import type { BulkEdit, BulkPreview } from '@aisle/contract/catalog/bulk-edits';
import {
  type RecordBulkInput,
  recordChangeInWords,
  recordChangeNeeds,
} from '@aisle/contract/catalog/record-bulk';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import { startBulk } from '../../system/bulk/bulk.ts';
import { getBulkEdit } from './bulk-edits.queries.ts';
import { mustEditEverywhere } from './bulk-edits.service.ts';
import { recordChangesOf } from './record-edit-work.ts';
import { firstRecords, tallyRecords, usedReason } from './record-edits.queries.ts';

const shownFirst = 25;

/** Previews switching or deleting all matching records; saves nothing. */
export async function previewRecordEdit(
  tx: Tx,
  actor: Actor,
  request: RecordBulkInput,
): Promise<BulkPreview> {
  const { of, change } = request;
  mustEditEverywhere(actor, recordChangeNeeds(of, change.field));
  const preview = { records: 0, changed: 0, same: 0, refused: 0 };
  for (const { status, isUsed, count } of await tallyRecords(tx, request)) {
    preview.records += count;
    if (isUsed) preview.refused += count;
    else if (change.field === 'status' && status === change.to.value) preview.same += count;
    else preview.changed += count;
  }
  const first = await firstRecords(tx, request, shownFirst);
  return {
    ...preview,
    rows: preview.changed,
    problems: preview.refused > 0 ? [{ reason: usedReason(of), count: preview.refused, refuses: true }] : [],
    sample: first.map(({ id, name, status }) => ({
      _id: id,
      subProductId: null,
      productId: null,
      name,
      sku: '',
      locationId: null,
      locationName: null,
      outcome: 'changed',
      field: change.field,
      before: change.field === 'deleted' ? false : status,
      after: change.field === 'deleted' ? true : change.to.value,
      reason: null,
    })),
  };
}

export async function startRecordEdit(tx: Tx, actor: Actor, request: RecordBulkInput): Promise<BulkEdit> {
  const { of, change } = request;
  const permission = mustEditEverywhere(actor, recordChangeNeeds(of, change.field));
  const [first] = await firstRecords(tx, request, 1);
  if (!first) throw problem('bulk.nothing');
  const title = recordChangeInWords(of, change);
  return getBulkEdit(tx, await startBulk(tx, actor, recordChangesOf(of), { title, permission, request }));
}
