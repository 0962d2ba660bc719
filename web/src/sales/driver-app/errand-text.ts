import { pluralize } from '@aisle/contract/core/pluralize';
import type { Errand } from '@aisle/contract/sales/dispatch/dispatch';

export const taskLabels: Record<Errand, string> = {
  bring: 'Delivery',
  collect: 'Return pickup',
  swap: 'Exchange',
};

const some = (count: number, one: string) => (count === 0 ? [] : [pluralize(count, one)]);

/** The stops of a trip: "2 orders, 1 return". */
export function countText(errands: readonly { errand: Errand }[]): string {
  const count = (which: Errand) => errands.filter(({ errand }) => errand === which).length;
  return [
    ...some(count('bring'), 'order'),
    ...some(count('collect'), 'return'),
    ...some(count('swap'), 'exchange'),
  ].join(', ');
}
