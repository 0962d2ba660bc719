import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { always, byName, listing, type Scenario } from './scenario.ts';

export const checkoutScenarios: readonly Scenario[] = [
  listing('checkout list, page 1', 'administrator', mainOrderRoutes.list, always({})),
  listing('checkout list, page 1', 'owner', mainOrderRoutes.list, always({})),
  listing('checkout list, by full name', 'owner', mainOrderRoutes.list, byName('full')),
];
