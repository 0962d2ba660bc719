import type { Route } from '@aisle/contract/core/route';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { reportRoutes } from '@aisle/contract/overview/reports';
import { searchRoutes } from '@aisle/contract/overview/search';
import { products as seedProducts } from '../../../server/seed/data/products.ts';
import { always, asking, byName, type Prepare, type Scenario } from './scenario.ts';

/** Search terms that users type on every screen. */
const typed: Prepare = async (shop, wanted) => {
  const names = await byName('full')(shop, wanted);
  return names.map(({ body }) => ({ query: { q: (body as { search: string }).search } }));
};

/** Mistyped names: two letters are swapped in the longest word. */
const mistyped: Prepare = async () =>
  seedProducts.slice(0, 40).map(({ name }) => {
    const longest = name
      .toLowerCase()
      .split(/[^a-z]+/)
      .reduce((a, b) => (b.length > a.length ? b : a));
    const [first = '', second = '', third = '', ...rest] = longest;
    return { query: { q: [first, third, second, ...rest].join('') } };
  });

const monthsAgo = (months: number, days = 0) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1 + days))
    .toISOString()
    .slice(0, 10);
};
/** Twelve whole months, including the current one. */
export const wholeYear = { from: monthsAgo(11), to: monthsAgo(-1, -1) };

const report = (name: string, who: Scenario['who'], route: Route, body: object): Scenario => ({
  ...asking(name, who, 'figures', route, always({ ...wholeYear, ...body })),
  bar: { p99: 150 },
});

export const overviewScenarios: readonly Scenario[] = [
  asking('search everywhere, by full name', 'administrator', 'view', searchRoutes.find, typed),
  asking('search everywhere, by full name', 'owner', 'view', searchRoutes.find, typed),
  asking('search everywhere, mistyped', 'administrator', 'view', searchRoutes.find, mistyped),
  asking('search everywhere, mistyped', 'owner', 'view', searchRoutes.find, mistyped),
  {
    ...asking('dashboard', 'administrator', 'figures', dashboardRoutes.data, async () => [{}]),
    bar: { p50: 50 },
  },
  asking('dashboard', 'owner', 'figures', dashboardRoutes.data, async () => [{}]),
  report('store report of a year, by location', 'administrator', reportRoutes.store, { groupBy: 'location' }),
  report('store report of a year, by month, compared', 'administrator', reportRoutes.store, {
    groupBy: 'month',
    compare: 'previous',
  }),
  report('product report of a year, by sub-product', 'administrator', reportRoutes.product, {
    groupBy: 'subProduct',
  }),
  report('product report of a year, by sub-product', 'owner', reportRoutes.product, {
    groupBy: 'subProduct',
  }),
];
