import { type VendorImportField, vendorImportTable } from '@aisle/contract/catalog/vendor-import-fields';
import { VendorInput } from '@aisle/contract/catalog/vendors';
import { Email } from '@aisle/contract/core/fields';
import { taxNumberProblem } from '@aisle/contract/core/us-address';
import type { ImportChange } from '@aisle/contract/system/imports/import-rows';
import { recordChanges } from '../../core/changes/record-change.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import type { ImportContext, UndoResult, WrittenRow } from '../../system/imports/imported-resource.ts';
import {
  addressCells,
  addressOf,
  addressProblems,
  changesAddress,
  shortPostalCode,
  withRestoredPostalCode,
} from '../../system/imports/reading/address-cells.ts';
import { phone as phoneCell, type ReadCell, text, yesNo } from '../../system/imports/reading/cell-readers.ts';
import { type RecordResult, recordImport, valuesOf } from '../../system/imports/record-import.ts';
import { byRecord, reasonToKeep, undoChanges, undoResult } from '../../system/imports/undo/undo-records.ts';
import {
  deleteVendors,
  insertVendors,
  lockVendors,
  patchVendors,
  type StoredVendor,
  vendorsByName,
  vendorsWithLots,
} from './vendor-import.queries.ts';

const cells: { [Field in VendorImportField]?: ReadCell } = {
  email: { read: text(Email), empty: null },
  phone: { read: phoneCell(VendorInput.shape.phone), empty: null },
  ...addressCells,
  status: { read: yesNo },
};
type Result = RecordResult<VendorImportField, StoredVendor>;

/** Imports vendors. A row is a vendor, identified by its name. */
export const vendorImport = recordImport<VendorImportField, StoredVendor>({
  kind: 'vendors',
  title: 'Vendors',
  noun: 'vendor',
  table: vendorImportTable,
  input: VendorInput,
  cells,
  async find(tx, rows) {
    const names = rows.flatMap(({ values }) => (values.name as string | undefined) ?? []);
    const stored = await vendorsByName(tx, names);
    return rows.map(({ values }) => {
      const called = values.name as string | undefined;
      const known = called === undefined ? undefined : stored.get(called.toLowerCase());
      return {
        stored: known,
        values: withRestoredPostalCode(values, known?.values),
        unique: called === undefined ? [] : [{ label: 'name', value: called }],
      };
    });
  },
  nameOf: (values) => (values.name as string | undefined) ?? null,
  check: (changes, stored) => [
    ...addressProblems(changes, stored?.values),
    ...taxNumberProblems(changes, stored?.values),
  ],
  warning: shortPostalCode,
  write,
  undo,
  announce: (tx) => announce(tx, { topic: 'vendors', action: 'imported', permission: 'vendor_list' }),
  conflicts: {
    import: 'Conflicts with a vendor that was changed during the import',
    undo: "It's in use, or its previous name is in use",
  },
});

/** Checks the tax number against the address, both as they will be stored. */
function taxNumberProblems(changes: readonly ImportChange[], now: StoredVendor['values'] | undefined) {
  const change = changes.find(({ field }) => field === 'taxNumber');
  if (!change && !changesAddress(changes)) return [];
  const message = taxNumberProblem(change ? change.after : now?.taxNumber, addressOf(changes, 'after', now));
  return message ? [{ field: 'taxNumber' as const, message }] : [];
}

async function write({ tx, actor }: ImportContext, results: readonly Result[]): Promise<void> {
  const added = results.filter(({ kind }) => kind === 'new');
  const records = added.map((result) => {
    const id = newId();
    result.written = { recordId: id, version: 1 };
    return {
      id,
      status: true,
      ...valuesOf(result.changes, 'after'),
      address: addressOf(result.changes, 'after'),
    };
  });
  await insertVendors(tx, records);
  await recordChanges(
    tx,
    actor,
    records.map((after) => ({ action: 'create', resource: 'vendors', recordId: after.id, after })),
  );
  const changed = results.filter(({ kind }) => kind === 'changed');
  const versions = await patchVendors(
    tx,
    changed.map(({ stored, changes }) => ({
      id: stored!.id,
      values: {
        ...valuesOf(changes, 'after'),
        ...(changesAddress(changes) && { address: addressOf(changes, 'after', stored!.values) }),
      },
    })),
  );
  for (const result of changed) {
    result.written = { recordId: result.stored!.id, version: versions.get(result.stored!.id) ?? null };
  }
  await recordChanges(
    tx,
    actor,
    changed.map(({ stored, changes }) => ({
      action: 'edit',
      resource: 'vendors',
      recordId: stored!.id,
      before: stored!.values,
      after: { ...stored!.values, ...valuesOf(changes, 'after') },
    })),
  );
}

async function undo({ tx, actor }: ImportContext, rows: readonly WrittenRow[]): Promise<UndoResult[]> {
  const ids = rows.map(({ recordId }) => recordId!);
  const stored = await lockVendors(tx, ids);
  const versions = new Map([...stored].map(([id, { version }]) => [id, version!]));
  const used = await vendorsWithLots(tx, ids);
  const verdicts = rows.map((row) => ({ row, reason: reasonToKeep(row, { versions, used }) }));
  const undone = verdicts.filter(({ reason }) => reason === null).map(({ row }) => row);
  const added = byRecord(undone, 'new').filter(({ recordId }) => stored.has(recordId!));
  await deleteVendors(
    tx,
    added.map(({ recordId }) => recordId!),
  );
  const changed = byRecord(undone, 'changed');
  await patchVendors(
    tx,
    changed.map(({ recordId, changes }) => ({
      id: recordId!,
      values: {
        ...valuesOf(changes, 'before'),
        ...(changesAddress(changes) && {
          address: addressOf(changes, 'before', stored.get(recordId!)!.values),
        }),
      },
    })),
  );
  await recordChanges(tx, actor, undoChanges('vendors', { added, changed }));
  return verdicts.map(undoResult);
}
