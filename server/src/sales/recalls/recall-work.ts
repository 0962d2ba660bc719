import { roundedShare } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { fillIn, type RecallMessage, type RecallPlan } from '@aisle/contract/sales/recalls';
import type { RefundDraft } from '@aisle/contract/sales/refunds/refunds';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import { Problem, problem } from '../../core/problem.ts';
import { holdLevels } from '../../ledgers/stock/stock.queries.ts';
import { moveStock } from '../../ledgers/stock/stock.ts';
import type { JobWork } from '../../system/jobs/job-run.ts';
import { queueMail } from '../../system/mails/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { refundFacts } from '../orders/money/refund-facts.queries.ts';
import { type LockedLine, linesOf, lockOrder } from '../orders/steps/order-steps.queries.ts';
import { refundableOf } from '../refunds/refund-plan.ts';
import { openRefund } from '../refunds/refunds.service.ts';
import {
  factsOf,
  type LockedRow,
  lotOf,
  nextRow,
  type RowNote,
  recordRow,
  reservedByOrder,
} from './recall-work.queries.ts';
import { countRows, type LockedRecall, lockRecall, updateRecall } from './recalls.queries.ts';
import { mustHoldFor } from './recalls.service.ts';

/**
 * Processes the rows of a recall, each in one transaction with its result, so that an interrupted job continues after the last
 * row and repeats nothing. Rows that fail stay open with the reason.
 */
export const recallWork: JobWork = async (run) => {
  const { recallId } = run.input as { recallId: string };
  const counts = await run.inTransaction((tx) => countRows(tx, recallId));
  const all = Object.values(counts);
  const total = all.reduce(
    (sum, { waiting, done, open, skipped }) => sum + waiting + done + open + skipped,
    0,
  );
  let left = all.reduce((sum, { waiting }) => sum + waiting, 0);
  await run.progress(total - left, total);
  while (await workNext(run, recallId)) {
    left = Math.max(0, left - 1);
    await run.progress(total - left, total);
  }
  const outcome = await run.inTransaction(async (tx) => {
    await lockRecall(tx, recallId);
    await updateRecall(tx, recallId, { status: 'done' });
    await announce(tx, {
      topic: 'recalls',
      action: 'done',
      recordId: recallId,
      permission: 'inventory_view',
    });
    return countRows(tx, recallId);
  });
  return { data: { recallId, ...outcome }, files: [] };
};

type Run = Parameters<JobWork>[0];
async function workNext(run: Run, recallId: string): Promise<boolean> {
  let inHand: LockedRow | undefined;
  try {
    return await run.inTransaction(async (tx) => {
      const recall = await lockRecall(tx, recallId);
      if (!recall.plan) throw problem('recalls.not-begun');
      mustHoldFor(run.actor, recall.plan);
      const row = await nextRow(tx, recallId);
      if (!row) return false;
      inHand = row;
      await recordRow(tx, row.id, await processRow(tx, run.actor, { recall, plan: recall.plan, row }));
      return true;
    });
  } catch (error) {
    const row = inHand;
    // A problem with this row is recorded on the row. Any other problem ends the job.
    if (!row || !(error instanceof Problem)) throw error;
    await run.inTransaction((tx) => recordRow(tx, row.id, { outcome: 'open', reason: error.message }));
    return true;
  }
}

function processRow(
  tx: Tx,
  actor: Actor,
  { recall, plan, row }: { recall: LockedRecall; plan: RecallPlan; row: LockedRow },
): Promise<RowNote> {
  if (row.kind === 'lot') return writeOff(tx, actor, recall, row);
  if (row.kind === 'order') return refund(tx, actor, recall, row);
  return plan.message
    ? notifyCustomer(tx, recall, plan.message, row)
    : Promise.resolve({ outcome: 'skipped' });
}

/** Writes off the quantity in the lot that isn't reserved for an order. */
async function writeOff(tx: Tx, actor: Actor, recall: LockedRecall, row: LockedRow): Promise<RowNote> {
  const { locationId, recordId: lotId } = row;
  const found = await lotOf(tx, locationId, lotId);
  if (!found) return { outcome: 'skipped', reason: 'The lot no longer exists' };
  const [level] = await holdLevels(tx, locationId, [found.subProductId]);
  const onHand = (await lotOf(tx, locationId, lotId))?.onHand ?? 0;
  if (onHand === 0) return { outcome: 'skipped', reason: 'Out of stock' };
  const free = level ? Math.max(0, addQuantities(level.onHand, -level.reserved)) : 0;
  const quantity = Math.min(onHand, free);
  const rest = addQuantities(onHand, -quantity);
  if (quantity > 0) {
    await moveStock(tx, [
      {
        locationId,
        subProductId: found.subProductId,
        lotId,
        kind: 'waste',
        onHand: -quantity,
        causeKind: 'recall',
        // Uses a new ID each time, because the rest can be written off once orders have released it.
        causeId: newId(),
        userId: actor.userId,
        note: `Recall ${recall.number}: ${recall.title}`,
      },
    ]);
  }
  if (rest === 0) return { outcome: 'done', reason: `${formatQuantity(quantity)} written off` };
  return {
    outcome: 'open',
    reason: `${formatQuantity(quantity)} written off. ${formatQuantity(rest)} more after orders with reservations are picked or cancelled`,
  };
}

/** Opens a refund of the recalled items in an order. */
async function refund(tx: Tx, actor: Actor, recall: LockedRecall, row: LockedRow): Promise<RowNote> {
  const order = await lockOrder(tx, row.recordId);
  const held = await reservedByOrder(tx, recall.id, row);
  if (held.size === 0) return { outcome: 'skipped', reason: 'The items were returned' };
  if (order.status !== 'delivered') {
    return { outcome: 'open', reason: 'Not delivered yet. Remove these items before it leaves' };
  }
  const lines = await linesOf(tx, order);
  const wish = { lines: partsOf(lines, held, refundableOf(await refundFacts(tx, order.id))) };
  if (wish.lines.length === 0) return { outcome: 'skipped', reason: 'Nothing left to refund' };
  const reason = `Recall ${recall.number}: ${recall.title}`.slice(0, 300);
  await openRefund(tx, actor, order, { wish, reason, returnId: null });
  return { outcome: 'done', amount: wish.lines.reduce((sum, { amount = 0 }) => sum + amount, 0) };
}

type WantedLines = NonNullable<RefundDraft['lines']>;
/** The amount of each line that came from the recalled lots, up to its refundable amount; of free lines the quantity. */
function partsOf(
  lines: readonly LockedLine[],
  held: ReadonlyMap<string, number>,
  room: ReturnType<typeof refundableOf>,
): WantedLines {
  const units = new Map(held);
  let left = room.inAll;
  return lines.flatMap((line): WantedLines => {
    const picked = line.pickedQuantity ?? line.quantity;
    const part = Math.min(picked, units.get(line.subProductId) ?? 0);
    if (part <= 0) return [];
    units.set(line.subProductId, addQuantities(units.get(line.subProductId)!, -part));
    if (line.total === 0) {
      const quantity = Math.min(part, room.unitsOf(line));
      return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
    }
    const share = roundedShare(line.total, Math.round(part * 1000), Math.round(picked * 1000));
    const amount = Math.min(share, left, room.ofLine(line));
    if (amount <= 0) return [];
    left -= amount;
    return [{ lineId: line.id, amount }];
  });
}

async function notifyCustomer(
  tx: Tx,
  recall: LockedRecall,
  message: RecallMessage,
  row: LockedRow,
): Promise<RowNote> {
  const people = await factsOf(tx, recall.id, row);
  if (people.length === 0) return { outcome: 'skipped', reason: 'The items were returned' };
  const { brandName } = await getSettings(tx);
  for (const { email, phone: _, lastName: __, ...words } of people) {
    if (!email) continue;
    const filled = (text: string) => fillIn(text, { ...words, brand: brandName, reason: recall.reason });
    await queueMail(tx, {
      to: email,
      subject: filled(message.subject).replace(/\s+/g, ' ').slice(0, 200),
      text: filled(message.text),
    });
  }
  const emailed = people.flatMap(({ email }) => email ?? []).map((email) => `Emailed ${email}`);
  const toCall = people.filter(({ email }) => !email);
  if (toCall.length === 0) return { outcome: 'done', reason: emailed.join('. ') };
  const phones = new Set(toCall.map(({ phone }) => `No email address. Call ${formatPhone(phone)}`));
  return { outcome: 'open', reason: [...emailed, ...phones].join('. ') };
}
