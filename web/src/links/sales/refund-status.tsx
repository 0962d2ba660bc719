import { formatMoney } from '@aisle/contract/core/money';
import type { Refund } from '@aisle/contract/sales/refunds/refunds';

type RefundMethod = Pick<Refund, 'amount' | 'inCoins' | 'toCredit' | 'byHand'>;

/** How the customer receives the money. */
export function refundMethodText({ amount, inCoins, toCredit, byHand }: RefundMethod): string {
  if (inCoins > 0 && inCoins === amount) return 'In coins';
  const way = toCredit > 0 ? 'To store credit' : byHand ? 'In cash' : 'To card';
  return inCoins > 0 ? `${way} and in coins` : way;
}

/** "Refunded $11.58 to card": the toast after a refund. If the refund is in cash, it asks the user to pay the customer. */
export function refundText(refund: RefundMethod): string {
  const amount = formatMoney(refund.amount);
  const isByHand = refund.byHand && refund.inCoins + refund.toCredit < refund.amount;
  if (isByHand) return `Refund of ${amount} created. Pay the customer in cash`;
  return `Refunded ${amount} ${refundMethodText(refund).toLowerCase()}`;
}
