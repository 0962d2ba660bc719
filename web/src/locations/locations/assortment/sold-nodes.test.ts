import { expect, test } from 'vitest';
import { foundSold, soldMoreOf, soldNodes } from './sold-nodes.ts';

const sold = (own: object = {}) => ({
  _id: 'sold',
  name: 'Whole milk, 1 gal',
  sku: 'MILK-1',
  unit: 'fl oz' as const,
  soldByWeight: false,
  price: 275,
  ownPrice: null,
  threshold: null,
  maxPerOrder: null,
  onHand: 8,
  available: 8,
  status: true,
  ...own,
});
const product = (subProducts: ReturnType<typeof sold>[]) => ({
  kind: 'product' as const,
  _id: 'product',
  name: 'Whole milk',
  status: true,
  subProducts,
});

test('shows the loaded part of a branch, with a node for the next page', () => {
  const dairy = { kind: 'category' as const, _id: 'dairy', name: 'Dairy', subProductCount: 1200 };
  const pages = new Map([
    ['', [{ tree: [dairy], nextCursor: null }]],
    ['dairy', [{ tree: [product([sold()])], nextCursor: 'next' }]],
  ]);

  const [department] = soldNodes(pages);

  expect(department).toMatchObject({ label: 'Dairy', note: '1,200 on sale', isBranch: true });
  expect(department!.children!.map((node) => [node.label, soldMoreOf(node)])).toEqual([
    ['Whole milk, 1 gal', undefined],
    ['Loading more products …', 'dairy'],
  ]);
});

test('shows several variants below their product, each with the settings of the location', () => {
  const limited = sold({ _id: 'own', ownPrice: 300, price: 300, threshold: 5, maxPerOrder: 2, available: 0 });
  const pages = new Map([['', [{ tree: [product([sold(), limited])], nextCursor: null }]]]);

  const [milk] = soldNodes(pages);

  expect(milk!.label).toBe('Whole milk');
  expect(milk!.children!.map(({ note }) => note)).toEqual([
    '$2.75 · 8 available',
    '$3.00 · custom price · out of stock · low at 5 · max 2 per order',
  ]);
});

test('shows search results below their parent categories', () => {
  const dairy = { _id: 'dairy', name: 'Dairy' };
  const milk = { _id: 'milk', name: 'Milk' };
  const found = [
    {
      tree: [
        { kind: 'category' as const, ...milk, subProductCount: 7, above: [dairy] },
        { kind: 'category' as const, _id: 'bars', name: 'Milk bars', subProductCount: 2, above: [] },
        { ...product([sold()]), above: [dairy, milk] },
      ],
      nextCursor: 'on',
    },
  ];

  const nodes = foundSold(found, new Map());

  expect(nodes).toMatchObject([
    {
      id: 'dairy',
      children: [{ id: 'milk', note: '7 on sale', children: [{ label: 'Whole milk, 1 gal' }] }],
    },
    { id: 'bars', note: '2 on sale', isBranch: true, children: [] },
    { isMore: true },
  ]);
});
