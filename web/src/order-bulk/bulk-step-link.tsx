import type { OrderTarget } from '@aisle/contract/order-list';
import { later } from '../core/later.ts';

/** The orders that something is to be done with. */
export interface ChosenOrders {
  target: OrderTarget;
  /** "12 orders", "about 12,400 orders". */
  words: string;
}
/** Takes many orders a step further. */
export const BulkStepLink = later(() =>
  import('./bulk-step-dialog.tsx').then((module) => module.BulkStepDialog),
);
