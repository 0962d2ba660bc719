import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { call } from '../../core/api.ts';
import { openInTab } from '../../core/open-in-tab.ts';

/** Opens the invoice of a subscription in a new tab. */
export const openInvoice = (id: string): void =>
  void openInTab(call(subscriptionRoutes.pdf, { params: { id } }));
