import { type BlockName, blockNames } from '@aisle/contract/overview/dashboard';

export const blockTitles: Record<BlockName, string> = {
  attention: 'Needs attention',
  today: 'Today',
  payouts: 'Payouts',
  money: 'Money',
  sales: 'Sales',
  orders: 'Open orders',
  topProducts: 'Top products',
  stock: 'Stock alerts',
  service: 'Customer service',
  topLocations: 'Top locations',
  customers: 'Customers',
};

/** The blocks in the user's order. A block that the user never moved follows its predecessor in the default order. */
export function arranged(possible: readonly BlockName[], saved: readonly string[]): BlockName[] {
  const result = saved.flatMap((name) => possible.filter((one) => one === name));
  for (const name of possible) {
    if (result.includes(name)) continue;
    const before = blockNames.slice(0, blockNames.indexOf(name)).findLast((one) => result.includes(one));
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, name);
  }
  return result;
}

/**
 * The width of each block in a grid of twelve columns; every row is filled, whichever blocks are shown. The sales of one day have
 * no chart, so they are as short as those of today.
 */
export function widthsOf(shown: readonly BlockName[], isOneDay: boolean): Map<BlockName, number> {
  const widths = new Map<BlockName, number>();
  for (let at = 0; at < shown.length; ) {
    const [first, second] = [shown[at] as BlockName, shown[at + 1]];
    const [one, other] = pairOf(first, second, isOneDay);
    widths.set(first, one);
    if (second && other) widths.set(second, other);
    at += other ? 2 : 1;
  }
  return widths;
}

/** The sales chart is wide, and the block beside it narrow. Two short blocks share a row. */
function pairOf(first: BlockName, second: BlockName | undefined, isOneDay: boolean): [number, number?] {
  const isShort = (name: BlockName | undefined) =>
    name === 'attention' || name === 'today' || (name === 'sales' && isOneDay);
  const isRow = (name: BlockName) => isShort(name) || name === 'payouts';
  if (isShort(first) && isShort(second)) return [6, 6];
  if (isRow(first) || !second || isRow(second)) return [12];
  if (first === 'sales') return [8, 4];
  return second === 'sales' ? [4, 8] : [6, 6];
}
