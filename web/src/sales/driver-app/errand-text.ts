import { howMany } from '@aisle/contract/core/how-many';
import type { Errand } from '@aisle/contract/sales/dispatch';

export const errandLabels: Record<Errand, string> = {
  bring: 'Bring',
  collect: 'Fetch a return',
  swap: 'Swap goods',
};

const some = (count: number, one: string) => (count === 0 ? [] : [howMany(count, one)]);

/** "2 orders, 1 return": what a trip is made of. */
export function countText(errands: readonly { errand: Errand }[]): string {
  const count = (which: Errand) => errands.filter(({ errand }) => errand === which).length;
  return [
    ...some(count('bring'), 'order'),
    ...some(count('collect'), 'return'),
    ...some(count('swap'), 'swap'),
  ].join(', ');
}
