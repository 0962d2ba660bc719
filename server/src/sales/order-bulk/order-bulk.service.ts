import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  bulkStepLabel,
  bulkStepNeeds,
  maxBulkOrders,
  type OrderBulk,
  type OrderBulkInput,
  type OrderBulkPreview,
  type OrderBulkQuestion,
  stepsTo,
} from '@aisle/contract/sales/order-bulk';
import type { BulkAssignment } from '@aisle/contract/sales/order-owners';
import type { HeadlineStatus } from '@aisle/contract/sales/orders/order-flow';
import type { OrderTarget } from '@aisle/contract/sales/orders/order-list';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import { resumeBulk, startBulk } from '../../system/bulk/bulk.ts';
import { mustFindOwner } from '../order-owners/order-owners.service.ts';
import { assignable, countByStatus, getOrderBulk } from './order-bulk.queries.ts';
import { orderStepChanges } from './order-bulk-work.ts';

/** Counts the orders that can take the step, and the statuses of the others. Changes nothing. */
export async function previewOrderBulk(
  tx: Tx,
  actor: Actor,
  { target, status: to, assign }: OrderBulkQuestion,
): Promise<OrderBulkPreview> {
  mustHold(actor, bulkStepNeeds(to));
  if (to === undefined) return previewAssignment(tx, actor, target, assign ?? {});
  const preview: OrderBulkPreview = {
    orders: 0,
    changed: 0,
    same: 0,
    refused: 0,
    refusals: [],
    total: 0,
    due: 0,
  };
  const refusals = new Map<HeadlineStatus, number>();
  for (const { count, total, due, headlineStatus, ...state } of await countByStatus(
    tx,
    actor,
    target,
    maxBulkOrders + 1,
  )) {
    const way = stepsTo(to, state, actor.permissions);
    preview.orders += count;
    if (way === null) {
      preview.refused += count;
      refusals.set(headlineStatus, (refusals.get(headlineStatus) ?? 0) + count);
    } else if (way.length === 0) preview.same += count;
    else {
      preview.changed += count;
      preview.total += total;
      preview.due += due;
    }
  }
  mustBeFew(preview.orders);
  preview.refusals = [...refusals].map(([status, count]) => ({ status, count }));
  return preview;
}

async function previewAssignment(
  tx: Tx,
  actor: Actor,
  target: OrderTarget,
  assign: BulkAssignment,
): Promise<OrderBulkPreview> {
  const reach = assign.ownerId ? (await mustFindOwner(tx, assign.ownerId)).locations : null;
  const counted = await assignable(tx, actor, target, { assign, reach, most: maxBulkOrders + 1 });
  mustBeFew(counted.orders);
  const { orders, changed, refused } = counted;
  return { orders, changed, refused, same: orders - changed - refused, refusals: [], total: 0, due: 0 };
}

function mustBeFew(orders: number): void {
  if (orders > maxBulkOrders) throw problem('orders.too-many', { most: formatCount(maxBulkOrders) });
}

export async function startOrderBulk(tx: Tx, actor: Actor, request: OrderBulkInput): Promise<OrderBulk> {
  const { orders } = await previewOrderBulk(tx, actor, request);
  if (orders === 0) throw problem('bulk.nothing');
  const permission = bulkStepNeeds(request.status);
  const title = `${request.status ? bulkStepLabel(request.status) : 'Assign'}: ${pluralize(orders, 'order')}`;
  return getOrderBulk(tx, await startBulk(tx, actor, orderStepChanges, { title, permission, request }));
}

export async function resumeOrderBulk(tx: Tx, actor: Actor, id: string): Promise<OrderBulk> {
  await resumeBulk(tx, actor, orderStepChanges, id);
  return getOrderBulk(tx, id);
}

function mustHold(actor: Actor, permission: ReturnType<typeof bulkStepNeeds>): void {
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
}
