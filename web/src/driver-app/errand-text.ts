import type { Errand } from '@aisle/contract/dispatch';

export const errandLabels: Record<Errand, string> = {
  bring: 'Bring',
  collect: 'Fetch a return',
  swap: 'Swap goods',
};

const some = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

/** "2 orders, 1 return": what a trip is made of. */
export function countText(errands: readonly { errand: Errand }[]): string {
  const count = (which: Errand) => errands.filter(({ errand }) => errand === which).length;
  return [
    ...some(count('bring'), 'order', 'orders'),
    ...some(count('collect'), 'return', 'returns'),
    ...some(count('swap'), 'swap', 'swaps'),
  ].join(', ');
}
