import { type OrderBulkInput, wayTo } from '@aisle/contract/order-bulk';
import { headlineOf } from '@aisle/contract/order-flow';
import type { BulkRow, RowResult } from '../bulk/bulk.queries.ts';
import { writeRows } from '../bulk/bulk.queries.ts';
import type { BulkKind } from '../bulk/bulk.ts';
import type { Actor } from '../core/actor.ts';
import { attempt } from '../core/attempt.ts';
import type { Tx } from '../core/db.ts';
import { announce } from '../core/live-events.ts';
import { Problem } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { lockOrder } from '../orders/order-steps.queries.ts';
import { takeStep } from '../orders/order-steps.ts';
import { cancelOrder } from '../orders/orders.service.ts';
import { kind, rowsToStep } from './order-bulk.queries.ts';

/** Taking many orders one step further. */
export const orderStepChanges = {
  kind,
  jobs: { change: 'orderSteps' },
  // The stock of several orders, locked one order after the other, could deadlock with whoever takes an order.
  batchSize: 1,
  write: async (tx, id, { target }, actor) => writeRows(tx, id, await rowsToStep(tx, actor, target)),
  change: async (tx, actor, request, rows, { settings }) => {
    const results: RowResult[] = [];
    for (const row of rows) results.push(await stepOne(tx, actor, settings, request, row));
    return results;
  },
  announce: (tx) => announce(tx, { topic: 'orderBulk', action: 'changed-in-bulk', permission: 'order_view' }),
} satisfies BulkKind<OrderBulkInput>;

/** Takes an order there, or says why not. What it needs in between is taken along, or nothing is. */
async function stepOne(
  tx: Tx,
  actor: Actor,
  settings: Settings,
  { status: to, reason, note }: OrderBulkInput,
  { position, recordId }: BulkRow,
): Promise<RowResult> {
  const done = await attempt(tx, async (): Promise<RowResult> => {
    const order = await lockOrder(tx, recordId);
    const before = { status: headlineOf(order) };
    const way = wayTo(to, order, actor.permissions);
    if (way === null) {
      return { position, outcome: 'refused', reason: 'Not possible from there', before, after: before };
    }
    if (way.length === 0) return { position, outcome: 'same', reason: null, before, after: before };
    let headline = before.status;
    for (const status of way) {
      const told = [reason, note].filter(Boolean).join(': ') || null;
      headline =
        status === 'cancelled'
          ? (await cancelOrder(tx, actor, recordId, { reason, note })).headlineStatus
          : headlineOf(await takeStep(tx, actor, settings, recordId, { status, note: told }));
    }
    return { position, outcome: 'changed', reason: null, before, after: { status: headline } };
  });
  if (!(done instanceof Problem)) return done;
  return { position, outcome: 'refused', reason: done.message };
}
