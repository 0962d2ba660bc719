import { type BulkStep, type OrderBulkInput, stepsTo } from '@aisle/contract/sales/order-bulk';
import type { BulkAssignment } from '@aisle/contract/sales/order-owners';
import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import type { Context } from '../../core/context.ts';
import { attempt } from '../../core/db/attempt.ts';
import { announce } from '../../core/live-events.ts';
import { Problem } from '../../core/problem.ts';
import type { BulkRow, RowResult } from '../../system/bulk/bulk.queries.ts';
import { writeRows } from '../../system/bulk/bulk.queries.ts';
import type { BulkKind } from '../../system/bulk/bulk.ts';
import { assignOrders } from '../order-owners/order-owners.service.ts';
import { cancelOrder } from '../orders/orders.service.ts';
import { lockOrder } from '../orders/steps/order-steps.queries.ts';
import { takeStep } from '../orders/steps/order-steps.ts';
import { kind, rowsToStep } from './order-bulk.queries.ts';

/** Moves many orders one step further, or assigns them. */
export const orderStepChanges = {
  kind,
  jobs: { change: 'orderSteps' },
  // Locking the stock of several orders in sequence could deadlock with a checkout.
  batchSize: 1,
  write: async ({ tx, actor }, id, { target }) => writeRows(tx, id, await rowsToStep(tx, actor, target)),
  change: async (context, request, rows) => {
    const results: RowResult[] = [];
    for (const row of rows) {
      const { status, assign } = request;
      results.push(
        status
          ? await stepOne(context, { ...request, status }, row)
          : await assignOne(context, assign ?? {}, row),
      );
    }
    return results;
  },
  announce: (tx) => announce(tx, { topic: 'orderBulk', action: 'changed-in-bulk', permission: 'order_view' }),
} satisfies BulkKind<OrderBulkInput>;

/** Moves an order to a status through all steps on the way, or returns why it can't. */
async function stepOne(
  context: Context,
  { status: to, reason, note }: OrderBulkInput & { status: BulkStep },
  { position, recordId }: BulkRow,
): Promise<RowResult> {
  const { tx, actor } = context;
  const done = await attempt(tx, async (): Promise<RowResult> => {
    const order = await lockOrder(tx, recordId);
    const before = { status: headlineOf(order) };
    const way = stepsTo(to, order, actor.permissions);
    if (way === null) {
      return { position, outcome: 'refused', reason: 'Not possible from this status', before, after: before };
    }
    if (way.length === 0) return { position, outcome: 'same', reason: null, before, after: before };
    let headline = before.status;
    for (const status of way) {
      const reasonAndNote = [reason, note].filter(Boolean).join(': ') || null;
      headline =
        status === 'cancelled'
          ? (await cancelOrder(tx, actor, recordId, { reason, note })).data.headlineStatus
          : headlineOf(await takeStep(context, recordId, { status, note: reasonAndNote }));
    }
    return { position, outcome: 'changed', reason: null, before, after: { status: headline } };
  });
  if (!(done instanceof Problem)) return done;
  return { position, outcome: 'refused', reason: done.message };
}

/** Sets the owner and tags of an order, or returns why it can't. */
async function assignOne(
  { tx, actor }: Context,
  assign: BulkAssignment,
  { position, recordId }: BulkRow,
): Promise<RowResult> {
  const done = await attempt(tx, async (): Promise<RowResult> => {
    const { changed, notes } = await assignOrders(tx, actor, { ids: [recordId], ...assign });
    if (changed === 0) return { position, outcome: 'same', reason: null };
    return { position, outcome: 'changed', reason: null, after: { assigned: notes.join('; ') } };
  });
  if (!(done instanceof Problem)) return done;
  return { position, outcome: 'refused', reason: done.fields?.[0]?.message ?? done.message };
}
