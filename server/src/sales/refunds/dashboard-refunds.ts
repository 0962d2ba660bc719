import { formatMoney, roundedShare } from '@aisle/contract/core/money';
import { isCalledOff, isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import type { RefundDraft } from '@aisle/contract/sales/refunds/refunds';
import type { Tx } from '../../core/db/db.ts';
import { insertReportedRefund, refundableByCard } from '../../ledgers/gateways/operations.queries.ts';
import type { SoldLine } from '../../ledgers/money/money-plan.ts';
import { insertRefund, updateDuePayment } from '../orders/money/order-payments.queries.ts';
import { type RefundFacts, refundFacts } from '../orders/money/refund-facts.queries.ts';
import { type LockedOrder, linesOf } from '../orders/steps/order-steps.queries.ts';
import { refundableOf } from './refund-plan.ts';
import { lockRefund } from './refunds.queries.ts';
import { beginRefund, openRefund, saveRefundStep, settleRefund } from './refunds.service.ts';

interface DashboardRefund {
  paymentId: string;
  /** The gateway's ID of the refund. */
  refundRef: string;
  amount: number;
  /** The gateway hasn't paid it yet. */
  isPending: boolean;
  /** Where it was made, for example "Stripe dashboard". */
  dashboard: string;
}
/**
 * Adds a refund that was made at the gateway itself to its order, which must be locked. Returns false, and changes nothing, if
 * it is more than can still be refunded.
 */
export async function takeDashboardRefund(
  tx: Tx,
  order: LockedOrder,
  { paymentId, refundRef, amount, isPending, dashboard }: DashboardRefund,
): Promise<boolean> {
  const cards = await refundableByCard(tx, order.locationId, order.id);
  const card = cards.find((one) => one.paymentId === paymentId);
  if (!card || card.room < amount) return false;
  const actor = { userId: null, name: dashboard };
  const id = await openAt(tx, order, { amount, actor });
  if (id === null) return false;
  const of = { locationId: order.locationId, orderId: order.id, paymentId, refundId: id };
  await insertReportedRefund(tx, of, { amount, refundRef, isPending });
  const refund = await lockRefund(tx, id);
  await beginRefund(tx, order, { ...refund, provider: card.provider }, actor);
  if (!isPending) await settleRefund(tx, order, await lockRefund(tx, id), { actor });
  return true;
}

interface Opening {
  amount: number;
  actor: { userId: null; name: string };
}
/** Opens the refund. Returns null if its amount is too large. */
async function openAt(tx: Tx, order: LockedOrder, { amount, actor }: Opening): Promise<string | null> {
  const facts = await refundFacts(tx, order.id);
  const reason = `Made in ${actor.name}`;
  if (amount > facts.paid - facts.opened) return null;
  if (amount <= notSold(order, facts)) return openOverpayment(tx, order, { amount, reason, actor });
  const wish = spread(facts, await linesOf(tx, order), amount);
  return wish && openRefund(tx, actor, order, { wish, isMoney: true, reason, returnId: null });
}

/** The refundable amount that paid for nothing, or for items that aren't final yet, whose price is then due again. */
function notSold({ status, total }: LockedOrder, { paid, opened, overpaid }: RefundFacts): number {
  if (isCalledOff(status) || !isPicked(status)) return paid - opened;
  return paid - overpaid - total;
}

async function openOverpayment(
  tx: Tx,
  order: LockedOrder,
  { amount, reason, actor }: Opening & { reason: string },
): Promise<string> {
  const id = await insertRefund(tx, order, { amount, deliveryFee: 0, reason });
  if (!isCalledOff(order.status)) await updateDuePayment(tx, order);
  const note = `${formatMoney(amount)}: ${reason}`;
  await saveRefundStep(tx, order, actor, { id, amount, from: null, to: 'refundInitiated', note });
  return id;
}

/** Spreads an amount over everything refundable, in proportion. Null if that is less. */
function spread(facts: RefundFacts, lines: readonly SoldLine[], amount: number): RefundDraft | null {
  const { ofLine, ofFee } = refundableOf(facts);
  const whole = lines.reduce((sum, line) => sum + ofLine(line), ofFee);
  if (amount > whole) return null;
  let reached = 0;
  const next = (cents: number) => {
    const from = roundedShare(reached, amount, whole);
    reached += cents;
    return roundedShare(reached, amount, whole) - from;
  };
  const parts = lines.map((line) => ({ lineId: line.id, amount: next(ofLine(line)) }));
  return { lines: parts.filter((part) => part.amount > 0), deliveryFee: next(ofFee) };
}
