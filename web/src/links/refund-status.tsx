import type { Refund } from '@aisle/contract/sales/refunds';

/** How the money gets back to the payer. */
export function wayBack({ amount, inCoins, byHand }: Pick<Refund, 'amount' | 'inCoins' | 'byHand'>): string {
  if (inCoins > 0 && inCoins === amount) return 'In coins';
  const way = byHand ? 'Manually' : 'To card';
  return inCoins > 0 ? `${way} and in coins` : way;
}
