import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { call } from '../../core/api.ts';
import { openFile } from '../../core/download.ts';

/** Opens the invoice of a subscription in a new tab. */
export const useInvoice =
  () =>
  (id: string): void =>
    void openFile(() => call(subscriptionRoutes.pdf, { params: { id } }));
