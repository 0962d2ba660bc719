import {
  type Subscription,
  type SubscriptionTab,
  subscriptionTabLabels,
} from '@aisle/contract/customers/subscriptions';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const families: Record<SubscriptionTab, StatusFamily> = {
  upcoming: 'waiting',
  current: 'good',
  cancelled: 'off',
  expired: 'off',
};

/** One that has ended is current on the wire, and expired to people. */
const tabOfSubscription = ({ status, isExpired }: Pick<Subscription, 'status' | 'isExpired'>) =>
  isExpired ? 'expired' : status;

export function SubscriptionState({
  subscription,
}: {
  subscription: Pick<Subscription, 'status' | 'isExpired'>;
}) {
  const tab = tabOfSubscription(subscription);
  return <StatusBadge family={families[tab]} label={subscriptionTabLabels[tab]} />;
}
