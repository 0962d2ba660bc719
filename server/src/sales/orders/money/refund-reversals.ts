import { roundedShare } from '@aisle/contract/core/money';
import { moneyOf } from '@aisle/contract/sales/refunds/refunds';
import type { Tx } from '../../../core/db/db.ts';
import { newId } from '../../../core/ids.ts';
import { type Entry, reversalEntries } from '../../../ledgers/money/accounts.ts';
import { entriesOfCause, insertJournal } from '../../../ledgers/money/journal.queries.ts';
import type { RefundPart } from './order-payments.queries.ts';
import { refundFacts } from './refund-facts.queries.ts';
import {
  feePostedBefore,
  insertReversal,
  openReversals,
  type ReversedPart,
} from './refund-reversals.queries.ts';
import { type PaidRefund, soldPart } from './reversal.ts';

type PostedRefund = PaidRefund & { orderId: string };

/**
 * The next `amount` of a refund, after `before` of it. Every component has the same share and is counted from the beginning, so
 * that the parts of a refund add up to it.
 */
export function partOfRefund(
  { amount: whole, lines, deliveryFee }: Pick<PaidRefund, 'amount' | 'lines' | 'deliveryFee'>,
  before: number,
  amount: number,
): ReversedPart {
  const share = (cents: number) =>
    roundedShare(cents, before + amount, whole) - roundedShare(cents, before, whole);
  let reached = 0;
  // Amounts are shares of the running total, whose last one is the whole.
  const next = (cents: number) => {
    const from = share(reached);
    reached += cents;
    return share(reached) - from;
  };
  const parts = lines.map((line) => partOfLine(line, next(line.amount), share));
  return { amount, lines: parts, deliveryFee: next(deliveryFee) };
}

function partOfLine(line: RefundPart, amount: number, share: (cents: number) => number): RefundPart {
  const promotions = (line.promotions ?? []).map((part) => ({ ...part, amount: share(part.amount) }));
  const ofPromotions = (parts: readonly { amount: number }[]) =>
    parts.reduce((sum, part) => sum + part.amount, 0);
  const discount = share(line.discount - ofPromotions(line.promotions ?? [])) + ofPromotions(promotions);
  const tax = share(line.tax);
  return {
    lineId: line.lineId,
    amount,
    ...(line.quantity != null && { quantity: share(Math.round(line.quantity * 1000)) / 1000 }),
    goods: amount - tax + discount,
    discount,
    promotions,
    tax,
    commission: share(line.commission),
  };
}

const negated = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, amount: -entry.amount }));

/**
 * Reverses in the ledger what a failed request gave back of a posted refund: the money that no other request has `paid`. The
 * coins, store credit and gift cards that the refund returned stay with the customer, and coins that it took stay taken.
 */
export async function reverseRefund(
  tx: Tx,
  refund: PostedRefund,
  { operationId, paid }: { operationId: string; paid: number },
): Promise<void> {
  const open = await openReversals(tx, refund);
  const before = open.reduce((sum, part) => sum + part.amount, 0);
  const amount = moneyOf(refund) - before - paid;
  if (amount <= 0) return;
  const part = partOfRefund(refund, before, amount);
  const facts = await refundFacts(tx, refund.orderId);
  const feeBefore = open.reduce(
    (sum, { deliveryFee }) => sum + deliveryFee,
    await feePostedBefore(tx, refund),
  );
  await insertReversal(tx, refund, { ...part, id: operationId, repays: null });
  await insertJournal(tx, {
    locationId: refund.locationId,
    kind: 'refundReversal',
    causeId: operationId,
    orderId: refund.orderId,
    userId: null,
    entries: negated(
      reversalEntries({ ...soldPart(facts, { ...part, feeBefore }), amount, inCoins: 0, earned: 0 }),
    ),
  });
}

/** Posts a refund again after a retry has paid it: exactly what was reversed. */
export async function repostRefund(tx: Tx, refund: PostedRefund, userId: string | null): Promise<void> {
  const { locationId, orderId } = refund;
  for (const { id: repays, ...part } of await openReversals(tx, refund)) {
    const id = newId();
    const reversed = await entriesOfCause(tx, { locationId, kind: 'refundReversal', causeId: repays });
    await insertReversal(tx, refund, { ...part, id, repays });
    await insertJournal(tx, {
      locationId,
      kind: 'refund',
      causeId: id,
      orderId,
      userId,
      entries: negated(reversed),
    });
  }
}
