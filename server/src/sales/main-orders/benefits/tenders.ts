import type { QuoteInput, QuoteProblem } from '@aisle/contract/sales/main-orders/main-orders';
import type { Settings } from '@aisle/contract/system/settings';
import { refusal } from '../../orders/lines/selling-rule.ts';
import type { Buyer } from '../basket.queries.ts';

/** Spreads a balance over the orders of a checkout in sequence, up to what is still due of each. */
export function spreadBalance(dues: readonly number[], balance: number): number[] {
  let left = balance;
  return dues.map((due) => {
    const used = Math.min(left, due);
    left -= used;
    return used;
  });
}

/** Why store credit can't be used as requested. Balances belong to the marketplace, so store users can't spend them. */
export function creditProblem(
  { storeCredit = false }: Pick<QuoteInput, 'storeCredit'>,
  buyer: Pick<Buyer, 'creditBalance'> | null,
  { tenders }: Pick<Settings, 'tenders'>,
): QuoteProblem[] {
  if (!storeCredit) return [];
  if (!tenders.storeCredit) return [refusal('orders.tender-off', 'Paying with store credit is turned off')];
  if (buyer?.creditBalance !== null) return [];
  return [refusal('orders.tender-off', 'Only marketplace staff can use store credit')];
}
