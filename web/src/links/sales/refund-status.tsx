import { formatMoney } from '@aisle/contract/core/money';
import { moneyOf, type Refund } from '@aisle/contract/sales/refunds/refunds';

type RefundMethod = Pick<Refund, 'amount' | 'inCoins' | 'inCredit' | 'inGiftCards' | 'toCredit' | 'byHand'>;

/** How the customer receives the refund: "To card, to store credit and in coins". */
export function refundMethodText(refund: RefundMethod): string {
  const ways = [
    moneyOf(refund) > 0 && (refund.byHand ? 'in cash' : 'to card'),
    refund.inGiftCards > 0 && 'to gift card',
    refund.inCredit + refund.toCredit > 0 && 'to store credit',
    refund.inCoins > 0 && 'in coins',
  ].filter((way) => way !== false);
  const text = ways.join(', ').replace(/, ([^,]+)$/, ' and $1');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Refunded $11.58 to card": the toast after a refund. If the refund is in cash, it asks the user to pay the customer. */
export function refundText(refund: RefundMethod): string {
  const money = moneyOf(refund);
  if (refund.byHand && money > 0) {
    const part = money < refund.amount ? ` ${formatMoney(money)}` : '';
    return `Refund of ${formatMoney(refund.amount)} created. Pay the customer${part} in cash`;
  }
  return `Refunded ${formatMoney(refund.amount)} ${refundMethodText(refund).toLowerCase()}`;
}
