import type { CustomerImportField } from '@aisle/contract/customers/customer-import-fields';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { ImportContext, UndoResult, WrittenRow } from '../../system/imports/imported-resource.ts';
import { byRecord, reasonToKeep, undoChanges, undoResult } from '../../system/imports/undo/undo-records.ts';
import { customerValues, moveAddresses } from './customer-changes.ts';
import {
  deleteCustomers,
  lockCustomers,
  patchCustomers,
  type StoredCustomer,
  usedCustomers,
} from './customer-import.queries.ts';

/** Deletes customers that an import added and restores those that it changed, unless they were used or changed since. */
export async function undoCustomers(
  { tx, actor }: ImportContext,
  rows: readonly WrittenRow[],
): Promise<UndoResult[]> {
  const ids = rows.map(({ recordId }) => recordId!);
  const stored = await lockCustomers(tx, ids);
  const versions = new Map([...stored].map(([id, { version }]) => [id, version!]));
  const used = await usedCustomers(tx, ids);
  const verdicts = rows.map((row) => ({
    row,
    reason: reasonToKeep(row, { versions, used }) ?? reasonOfState(row, stored.get(row.recordId!)),
  }));
  const undone = verdicts.filter(({ reason }) => reason === null).map(({ row }) => row);
  const added = byRecord(undone, 'new').filter(({ recordId }) => stored.has(recordId!));
  await deleteCustomers(
    tx,
    added.map(({ recordId }) => recordId!),
  );
  const changed = byRecord(undone, 'changed');
  await patchCustomers(
    tx,
    changed
      .map(({ recordId, changes }) => ({ id: recordId!, values: { ...customerValues(changes, 'before') } }))
      .filter(({ values }) => Object.keys(values).length > 0),
  );
  await moveAddresses(
    tx,
    changed.map(({ recordId, changes }) => ({ stored: stored.get(recordId!)!, changes })),
    'before',
  );
  await recordChanges(tx, actor, undoChanges('customers', { added, changed }));
  return verdicts.map(undoResult);
}

/** Editing an address doesn't change the customer's version. */
function reasonOfState({ changes }: WrittenRow, now: StoredCustomer | undefined): string | null {
  if (!now) return null;
  if (now.isOver) return 'Merged or erased since the import';
  const isOther = changes.some(({ field, after }) => now.values[field as CustomerImportField] !== after);
  return isOther ? 'Changed since the import' : null;
}
