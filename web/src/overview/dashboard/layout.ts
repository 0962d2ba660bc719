export const blockTitles = {
  attention: 'Needs attention',
  today: 'Today',
  sales: 'Sales',
  orders: 'Open orders',
  topProducts: 'Top products',
  stock: 'Stock alerts',
  topLocations: 'Top locations',
  customers: 'Customers',
} as const;
export type BlockName = keyof typeof blockTitles;
export const blockNames = Object.keys(blockTitles) as BlockName[];

/** A store looks at what it has to do; who buys, and where else, is for those who run the marketplace. */
const ofStores: readonly BlockName[] = ['attention', 'today', 'sales', 'orders', 'topProducts', 'stock'];
export const blocksFor = (userType: string): readonly BlockName[] =>
  userType === 'admin' ? blockNames : ofStores;

/** How many of twelve columns each block takes, so that every row is filled whatever is switched off. */
export function widthsOf(shown: readonly BlockName[]): Map<BlockName, number> {
  const widths = new Map<BlockName, number>();
  // The sales chart is wide; the open orders are beside it.
  const hasSales = shown.includes('sales');
  const isPair = hasSales && shown.includes('orders');
  if (hasSales) widths.set('sales', isPair ? 8 : 12);
  if (isPair) widths.set('orders', 4);
  // What is first is a row by itself.
  for (const name of ['attention', 'today'] as const) if (shown.includes(name)) widths.set(name, 12);
  const rest = shown.filter((name) => !widths.has(name));
  rest.forEach((name, index) => {
    const isAlone = index === rest.length - 1 && index % 2 === 0;
    widths.set(name, isAlone ? 12 : 6);
  });
  return widths;
}
