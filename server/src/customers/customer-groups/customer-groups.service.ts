import type {
  CustomerGroup,
  CustomerGroupEdit,
  CustomerGroupInput,
  CustomerGroupMemberEdit,
} from '@aisle/contract/customers/customer-groups';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { newId } from '../../core/ids.ts';
import { problem, stale, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import {
  changeMembers,
  deleteCustomerGroup,
  getCustomerGroup,
  insertCustomerGroup,
  lockCustomerGroup,
  lockDeletedGroup,
  lockNextStale,
  refreshMembers,
  updateCustomerGroup,
} from './customer-groups.queries.ts';

type Caller = Pick<Context, 'tx' | 'actor'>;

export async function addCustomerGroup(
  { tx, actor }: Caller,
  { name, kind, rule = undefined }: CustomerGroupInput,
): Promise<CustomerGroup> {
  const id = newId();
  await insertCustomerGroup(tx, { id, name, kind, rule: rule ? JSON.stringify(rule) : null });
  await refreshMembers(tx, id, rule ?? null);
  const group = await getCustomerGroup(tx, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'customerGroups',
    recordId: id,
    after: edited(group),
  });
  return group;
}

/** The fields of a group that users edit. */
const edited = ({ name, kind, rule, version }: CustomerGroup) => ({ name, kind, rule, version });

export async function changeCustomerGroup(
  { tx, actor }: Caller,
  id: string,
  { version, name, rule }: CustomerGroupEdit,
): Promise<WithMessage<CustomerGroup>> {
  await lockCustomerGroup(tx, id);
  const before = await getCustomerGroup(tx, id);
  if (rule && before.kind === 'manual') throw wrongField('rule', 'A group chosen by hand has no conditions');
  const meanwhile = await assertNoConflict(tx, {
    resource: 'customerGroups',
    current: before,
    readAt: version,
    sent: { name, rule },
  });
  await updateCustomerGroup(tx, id, {
    updated_at: new Date().toISOString(),
    ...(name !== undefined && { name }),
    ...(rule && { rule: JSON.stringify(rule) }),
  });
  if (rule) await refreshMembers(tx, id, rule);
  const after = await getCustomerGroup(tx, id);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'customerGroups',
    recordId: id,
    before: edited(before),
    after: edited(after),
  });
  return withNotice(after, meanwhile);
}

export async function removeCustomerGroup({ tx, actor }: Caller, id: string): Promise<{ _id: string }> {
  await lockDeletedGroup(tx, id);
  const before = await getCustomerGroup(tx, id);
  if (before.usedBy.length > 0) throw inUse(before);
  await deleteCustomerGroup(tx, id);
  await recordChange(tx, actor, {
    action: 'delete',
    resource: 'customerGroups',
    recordId: id,
    before: edited(before),
  });
  return { _id: id };
}

const maxNamed = 3;
/** "Regulars is in use: promotion “Spring” and 2 more" */
function inUse({ name, usedBy }: CustomerGroup) {
  const named = usedBy.slice(0, maxNamed).map((use) => `${use.kind} “${use.name}”`);
  const more = usedBy.length - named.length;
  const by = new Intl.ListFormat('en-US').format([...named, ...(more > 0 ? [`${more} more`] : [])]);
  return problem('in-use', { what: name, by, count: usedBy.length });
}

export async function changeGroupMembers(
  { tx, actor }: Caller,
  id: string,
  { version, add, remove }: CustomerGroupMemberEdit,
): Promise<CustomerGroup> {
  await lockCustomerGroup(tx, id);
  const before = await getCustomerGroup(tx, id);
  if (before.kind === 'rule') throw problem('customerGroups.by-rule');
  if (before.version !== version) throw stale(before);
  const changed = await changeMembers(tx, id, { add, remove });
  if (changed.added + changed.removed === 0) return before;
  await updateCustomerGroup(tx, id, { updated_at: new Date().toISOString() });
  await refreshMembers(tx, id, null);
  const after = await getCustomerGroup(tx, id);
  await recordChange(tx, actor, {
    action: 'members',
    resource: 'customerGroups',
    recordId: id,
    before: { name: before.name, count: before.count },
    after: { name: after.name, count: after.count, version: after.version, ...changed },
  });
  return after;
}

export async function refreshCustomerGroup({ tx, actor }: Caller, id: string): Promise<CustomerGroup> {
  await lockCustomerGroup(tx, id);
  const before = await getCustomerGroup(tx, id);
  await refreshMembers(tx, id, before.rule);
  const after = await getCustomerGroup(tx, id);
  await recordChange(tx, actor, {
    action: 'refresh',
    resource: 'customerGroups',
    recordId: id,
    before: { name: before.name, count: before.count },
    after: { name: after.name, count: after.count, version: after.version },
  });
  return after;
}

/** Refreshes each group in its own transaction, so that a large one doesn't hold up the others. */
export async function refreshCustomerGroups(db: Database): Promise<void> {
  const refreshNext = () =>
    transaction(db, system, async (tx) => {
      const group = await lockNextStale(tx);
      if (group) await refreshMembers(tx, group._id, group.rule);
      return group !== undefined;
    });
  while (await refreshNext());
}
