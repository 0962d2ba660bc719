import type { CustomerBrief, MergePlan } from '@aisle/contract/service/customer-care';
import { recordChange } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { mustFind, notFound, problem, wrongField } from '../../../core/problem.ts';
import { moveCredit, moveCreditBack } from '../../../customers/credits/credits.service.ts';
import { ensureDefaultAddress } from '../../../customers/customers/customer-addresses.queries.ts';
import { rejectDuplicate } from './duplicates.queries.ts';
import {
  type CustomerState,
  countMoves,
  endMerge,
  findCustomerStates,
  findMerge,
  hasOverlappingSubscription,
  indexNames,
  insertMerge,
  keepOneDefault,
  lockCustomers,
  moveBack,
  moveCoins,
  moveCoinsBack,
  moveRecords,
  setMergedInto,
} from './merge.queries.ts';

interface MergeRequest {
  /** The remaining customer. */
  customerId: string;
  otherId: string;
  dryRun?: boolean | undefined;
}
const undoDays = 30;

/** Merges a customer into another one, who gets all records and totals. */
export async function mergeCustomers(
  tx: Tx,
  actor: Actor,
  { customerId, otherId, dryRun = false }: MergeRequest,
): Promise<MergePlan> {
  if (customerId === otherId) throw wrongField('otherId', 'Choose another customer');
  const find = dryRun ? findCustomerStates : lockCustomers;
  const states = await find(tx, [customerId, otherId]);
  const customer = mustFind(states.get(customerId), 'Customer');
  const other = mustFind(states.get(otherId), 'Customer');
  mustBeMergeable(customer, other);
  if (await hasOverlappingSubscription(tx, customerId, otherId)) throw problem('customers.overlapping');

  const moved = await countMoves(tx, otherId);
  const undoUntil = dryRun ? inDays(undoDays) : await merge(tx, actor, customer, other);
  return {
    dryRun,
    customer: briefOf(customer),
    other: briefOf(other),
    moved,
    after: {
      orders: customer.orderCount + other.orderCount,
      total: customer.total + other.total,
      coinBalance: customer.coinBalance + other.coinBalance,
      storeCredit: customer.storeCredit + other.storeCredit,
    },
    undoUntil,
  };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const briefOf = ({
  _id,
  name,
  phone,
  email,
  orderCount,
  coinBalance,
  createdAt,
}: CustomerState): CustomerBrief => ({
  _id,
  name,
  phone,
  email,
  orderCount,
  coinBalance,
  createdAt,
});

function mustBeMergeable(customer: CustomerState, other: CustomerState): void {
  for (const { name, mergedInto, erasedAt } of [customer, other]) {
    if (erasedAt) throw problem('customers.erased');
    if (mergedInto) throw problem('customers.merged', { name, customerId: mergedInto });
  }
  // Merges have only one level, so that undoing one never depends on another.
  if (other.hasMerged) throw problem('customers.has-merged', { name: other.name });
}

async function merge(tx: Tx, actor: Actor, customer: CustomerState, other: CustomerState): Promise<string> {
  const pair = { survivorId: customer._id, mergedId: other._id };
  const id = newId();
  const moved = await moveRecords(tx, pair);
  await keepOneDefault(tx, customer._id, moved.addresses);
  await moveCoins(tx, { ...pair, mergeId: id });
  await moveCredit(tx, { ...pair, mergeId: id, userId: actor.userId });
  await setMergedInto(tx, pair, true);
  const undoUntil = await insertMerge(tx, { id, ...pair, moved, userId: actor.userId, by: actor.name });
  await recordChange(tx, actor, {
    action: 'merge',
    resource: 'customers',
    recordId: customer._id,
    before: { customer: briefOf(customer), other: briefOf(other) },
    after: { _id: customer._id, name: customer.name, otherId: other._id },
    snapshot: { otherId: other._id },
  });
  return undoUntil;
}

/** Separates two merged customers. Records created since the merge stay with the remaining customer. */
export async function unmergeCustomers(
  tx: Tx,
  actor: Actor,
  otherId: string,
): Promise<{ _id: string; otherId: string }> {
  const found = await findCustomerStates(tx, [otherId]);
  mustFind(found.get(otherId), 'Customer');
  const merge = await findMerge(tx, otherId);
  if (!merge) throw problem('customers.not-merged');
  if (!merge.isUndoable) throw problem('customers.undo-over');
  const pair = { survivorId: merge.survivorId, mergedId: otherId };
  const states = await lockCustomers(tx, [merge.survivorId, otherId]);
  const survivor = mustFind(states.get(merge.survivorId), 'Customer');

  await setMergedInto(tx, pair, false);
  await moveBack(tx, pair, merge.moved);
  await indexNames(tx, pair);
  for (const id of [otherId, survivor._id]) await ensureDefaultAddress(tx, id);
  await moveCoinsBack(tx, { ...pair, mergeId: merge.id });
  await moveCreditBack(tx, { ...pair, mergeId: merge.id, userId: actor.userId });
  await endMerge(tx, merge.id);
  await recordChange(tx, actor, {
    action: 'unmerge',
    resource: 'customers',
    recordId: survivor._id,
    before: { _id: survivor._id, name: survivor.name, otherId },
    snapshot: { otherId },
  });
  return { _id: survivor._id, otherId };
}

interface Pair {
  customerId: string;
  otherId: string;
}
/** Removes a suggestion permanently, because the two customers are different people. */
export async function notSame(tx: Tx, actor: Actor, pair: Pair): Promise<Pair> {
  if (pair.customerId === pair.otherId) throw wrongField('otherId', 'Choose another customer');
  if (!(await rejectDuplicate(tx, pair, actor.userId))) throw notFound('Customer');
  await recordChange(tx, actor, {
    action: 'notSame',
    resource: 'customers',
    recordId: pair.customerId,
    after: { otherId: pair.otherId },
  });
  return pair;
}
