import type { Tax, TaxEdit, TaxInput } from '@aisle/contract/catalog/taxes';
import type { z } from 'zod';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { restoreDeleted, storeDeleted } from '../../core/db/rows/deleted-records.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { inUse } from '../../core/db/usage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { deleteTax, getTax, insertTax, lockTax, taxColumns, updateTax } from './taxes.queries.ts';

export async function addTax(tx: Tx, actor: Actor, input: TaxInput): Promise<Tax> {
  const id = newId();
  await insertTax(tx, { id, ...taxColumns(input) });
  const tax = await getTax(tx, id);
  await recordChange(tx, actor, { action: 'create', resource: 'taxes', recordId: id, after: tax });
  return tax;
}

export async function changeTax(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: z.infer<typeof TaxEdit>,
): Promise<WithMessage<Tax>> {
  await lockTax(tx, id);
  const before = await getTax(tx, id);
  const meanwhile = await assertNoConflict(tx, {
    resource: 'taxes',
    current: before,
    readAt: version,
    sent: input,
  });

  await updateTax(tx, id, taxColumns(input));
  const after = await getTax(tx, id);
  await recordChange(tx, actor, { action: 'edit', resource: 'taxes', recordId: id, before, after });
  return withNotice(after, meanwhile);
}

/** Switching on or off cannot conflict with other edits, so it needs no version. */
export async function switchTax(
  tx: Tx,
  actor: Actor,
  id: string,
  status: boolean,
): Promise<WithMessage<Tax>> {
  const { version } = await lockTax(tx, id);
  return changeTax(tx, actor, id, { version, status });
}

export async function removeTax(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockTax(tx, id);
  const before = await getTax(tx, id);
  const used = inUse(before.name, [
    [before.categoryCount, 'category', 'categories'],
    [before.productCount, 'product', 'products'],
  ]);
  if (used) throw used;
  await storeDeleted(tx, actor, ['taxes', id]);
  await deleteTax(tx, id);
  await recordChange(tx, actor, { action: 'delete', resource: 'taxes', recordId: id, before });
  return { _id: id };
}

export async function restoreTax(tx: Tx, actor: Actor, id: string): Promise<Tax> {
  await restoreDeleted(tx, actor, ['taxes', id]);
  const tax = await getTax(tx, id);
  await recordChange(tx, actor, { action: 'restore', resource: 'taxes', recordId: id, after: tax });
  return tax;
}
