import type { Vendor, VendorEdit, VendorInput } from '@aisle/contract/catalog/vendors';
import { taxNumberProblem } from '@aisle/contract/core/us-address';
import type { z } from 'zod';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { restoreDeleted, storeDeleted } from '../../core/db/rows/deleted-records.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { inUse } from '../../core/db/usage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import {
  countLotsOf,
  deleteVendor,
  getVendor,
  insertVendor,
  lockVendor,
  updateVendor,
  vendorColumns,
} from './vendors.queries.ts';

export async function addVendor(tx: Tx, actor: Actor, input: VendorInput): Promise<Vendor> {
  const id = newId();
  await insertVendor(tx, { id, ...vendorColumns(input) });
  const vendor = await getVendor(tx, id);
  await recordChange(tx, actor, { action: 'create', resource: 'vendors', recordId: id, after: vendor });
  return vendor;
}

export async function changeVendor(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: z.infer<typeof VendorEdit>,
): Promise<WithMessage<Vendor>> {
  await lockVendor(tx, id);
  const before = await getVendor(tx, id);
  const meanwhile = await assertNoConflict(tx, {
    resource: 'vendors',
    current: before,
    readAt: version,
    sent: input,
  });

  mustFitCountry({ ...before, ...input }, before);
  await updateVendor(tx, id, vendorColumns(input));
  const after = await getVendor(tx, id);
  await recordChange(tx, actor, { action: 'edit', resource: 'vendors', recordId: id, before, after });
  return withNotice(after, meanwhile);
}

type TaxFields = Pick<Vendor, 'taxNumber' | 'address'>;
/** An edit can contain only the tax number or the address, so both are compared as they will be stored. */
function mustFitCountry(after: Partial<VendorInput>, before: TaxFields): void {
  const message = taxNumberProblem(after.taxNumber, after.address);
  const wasWrong = after.taxNumber === before.taxNumber && taxNumberProblem(before.taxNumber, before.address);
  if (message && !wasWrong) throw wrongField('taxNumber', message);
}

export async function switchVendor(
  tx: Tx,
  actor: Actor,
  id: string,
  status: boolean,
): Promise<WithMessage<Vendor>> {
  const { version } = await lockVendor(tx, id);
  return changeVendor(tx, actor, id, { version, status });
}

export async function removeVendor(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockVendor(tx, id);
  const before = await getVendor(tx, id);
  const used = inUse(before.name, [[await countLotsOf(tx, id), 'receipt', 'receipts']]);
  if (used) throw used;
  await storeDeleted(tx, actor, ['vendors', id]);
  await deleteVendor(tx, id);
  await recordChange(tx, actor, { action: 'delete', resource: 'vendors', recordId: id, before });
  return { _id: id };
}

export async function restoreVendor(tx: Tx, actor: Actor, id: string): Promise<Vendor> {
  await restoreDeleted(tx, actor, ['vendors', id]);
  const vendor = await getVendor(tx, id);
  await recordChange(tx, actor, { action: 'restore', resource: 'vendors', recordId: id, after: vendor });
  return vendor;
}
