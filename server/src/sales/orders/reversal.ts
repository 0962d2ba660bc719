import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { reversalEntries } from '../../ledgers/money/accounts.ts';
import { insertCoins, insertJournal } from '../../ledgers/money/journal.queries.ts';
import { worthOf, worthOfPlan } from './coins-taken-back.ts';
import type { RefundPart } from './order-payments.queries.ts';
import type { OrderInHand } from './order-steps.queries.ts';
import { refundFacts } from './refund-facts.queries.ts';

export interface PaidRefund {
  locationId: string;
  id: string;
  amount: number;
  deliveryFee: number;
  lines: RefundPart[];
  coins: number;
  inCoins: number;
  coinsReturned: number;
}

/** Posts what a paid refund takes back of its sale, and the coins. */
export async function postReversal(
  tx: Tx,
  order: Pick<OrderInHand, 'id' | 'customerId'>,
  refund: PaidRefund,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  const { locationId, id, lines, deliveryFee, amount, coins, inCoins, coinsReturned } = refund;
  const facts = await refundFacts(tx, order.id);
  const sum = (of: (part: RefundPart) => number) => lines.reduce((total, part) => total + of(part), 0);
  const [discount, earned] = [sum((part) => part.discount), worthOf(coins, facts)];
  await insertJournal(tx, {
    locationId,
    kind: 'refund',
    causeId: id,
    orderId: order.id,
    userId,
    entries: reversalEntries({
      goods: sum((part) => part.goods),
      discount,
      tax: sum((part) => part.tax),
      commission: sum((part) => part.commission),
      deliveryFee,
      amount,
      inCoins,
      earned,
      discountsFundedBy: facts.discountsFundedBy,
      ofPlan: { discount: facts.isDiscountOfPlan ? discount : 0, earned: worthOfPlan(earned, facts) },
      taxRemittedBy: facts.taxRemittedBy,
    }),
  });
  const entry = { customerId: order.customerId, causeId: id, orderId: order.id, locationId, userId };
  if (coinsReturned > 0) await insertCoins(tx, { ...entry, kind: 'returned', coins: coinsReturned });
  if (coins > 0) await insertCoins(tx, { ...entry, kind: 'takenBack', coins: -coins });
}
