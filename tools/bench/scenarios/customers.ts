import { customerRoutes } from '@aisle/contract/customers/customers';
import { always, byName, listing, type Scenario } from './scenario.ts';

export const customerScenarios: readonly Scenario[] = [
  listing('customer list, page 1', 'administrator', customerRoutes.list, always({})),
  listing('customer list, page 1', 'owner', customerRoutes.list, always({})),
  listing('customer list, by full name', 'administrator', customerRoutes.list, byName('full')),
];
