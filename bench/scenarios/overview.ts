import { dashboardRoutes } from '@aisle/contract/dashboard';
import { searchRoutes } from '@aisle/contract/search';
import { asking, byName, type Prepare, type Scenario } from './scenario.ts';

/** What is typed into the search of every screen. */
const typed: Prepare = async (shop, wanted) => {
  const names = await byName('full')(shop, wanted);
  return names.map(({ body }) => ({ query: { q: (body as { search: string }).search } }));
};

export const overviewScenarios: readonly Scenario[] = [
  asking('search everywhere, by full name', 'administrator', 'view', searchRoutes.find, typed),
  asking('search everywhere, by full name', 'owner', 'view', searchRoutes.find, typed),
  asking('dashboard', 'administrator', 'figures', dashboardRoutes.data, async () => [{}]),
  asking('dashboard', 'owner', 'figures', dashboardRoutes.data, async () => [{}]),
];
