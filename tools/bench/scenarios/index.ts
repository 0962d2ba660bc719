import { assortmentScenarios } from './assortment.ts';
import { catalogueScenarios } from './catalogue.ts';
import { checkoutScenarios } from './checkouts.ts';
import { customerScenarios } from './customers.ts';
import { goodsStepScenarios } from './goods-steps.ts';
import { orderScenarios } from './orders.ts';
import { overviewScenarios } from './overview.ts';
import type { Scenario } from './scenario.ts';
import { serviceScenarios } from './service.ts';
import { stockScenarios } from './stock.ts';

/** All scenarios in the order of the tables. Each feature adds its own file here. */
export const scenarios: readonly Scenario[] = [
  ...catalogueScenarios,
  ...assortmentScenarios,
  ...orderScenarios,
  ...goodsStepScenarios,
  ...checkoutScenarios,
  ...customerScenarios,
  ...serviceScenarios,
  ...stockScenarios,
  ...overviewScenarios,
];
