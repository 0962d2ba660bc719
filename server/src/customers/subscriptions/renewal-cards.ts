import type { Settings } from '../../core/settings.ts';
import { takesLinks } from '../../ledgers/gateways/gateways.ts';
import type { LockedSubscription } from './subscriptions.queries.ts';

/**
 * The saved card that pays for renewals. Null if there is none, or if another gateway saved it and the customer can pay by a link
 * of the current one.
 */
export const chargeableCard = (
  { cardToken, cardProvider }: Pick<LockedSubscription, 'cardToken' | 'cardProvider'>,
  gateway: Settings['cardGateway'],
): string | null => (takesLinks(gateway) && cardProvider !== gateway ? null : cardToken);
