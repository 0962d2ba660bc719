import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { call } from '../../core/api.ts';

/** Opens the invoice of a subscription in a new tab. */
export function useInvoice() {
  return (id: string): void => {
    // Opens the tab before the request, because browsers block tabs opened later.
    const tab = window.open('', '_blank');
    call(subscriptionRoutes.pdf, { params: { id } }).then(
      ({ url }) => {
        if (url && tab) tab.location.href = url;
        else tab?.close();
      },
      () => tab?.close(),
    );
  };
}
