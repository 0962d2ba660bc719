import type { ApiRoute } from './api.ts';
import { accountRoutes } from './resources/accounts.ts';
import { balanceRoutes } from './resources/balance.ts';
import { chargeRoutes } from './resources/charges.ts';
import { checkoutSessionRoutes } from './resources/checkout-sessions.ts';
import { customerRoutes } from './resources/customers.ts';
import { disputeRoutes } from './resources/disputes.ts';
import { eventRoutes } from './resources/events.ts';
import { fileRoutes } from './resources/files.ts';
import { paymentIntentRoutes } from './resources/payment-intents.ts';
import { paymentMethodRoutes } from './resources/payment-methods.ts';
import { payoutRoutes } from './resources/payouts.ts';
import { refundRoutes } from './resources/refunds.ts';
import { setupIntentRoutes } from './resources/setup-intents.ts';
import { transferRoutes } from './resources/transfers.ts';
import { webhookEndpointRoutes } from './resources/webhook-endpoints.ts';

/** Every call that the stand-in answers. */
const apiRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...balanceRoutes,
  ...disputeRoutes,
  ...fileRoutes,
  ...payoutRoutes,
  ...transferRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...webhookEndpointRoutes,
];

export interface MatchedRoute {
  route: ApiRoute;
  ids: string[];
}

export function matchRoute(method: string, path: string): MatchedRoute | undefined {
  const parts = path.split('/');
  for (const route of apiRoutes) {
    const pattern = route.path.split('/');
    if (route.method !== method || pattern.length !== parts.length) continue;
    if (!pattern.every((part, index) => part.startsWith(':') || part === parts[index])) continue;
    const ids = parts.filter((_, index) => pattern[index]?.startsWith(':'));
    return { route, ids: ids.map(decodeURIComponent) };
  }
  return undefined;
}
