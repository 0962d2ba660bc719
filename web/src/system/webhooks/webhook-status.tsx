import type { Webhook, WebhookDelivery } from '@aisle/contract/system/webhooks/webhooks';
import { hasExpired } from '../../links/system/key-expiry.ts';
import { StatusBadge } from '../../ui/values/status-badge.tsx';

/** The health of an endpoint as a badge. */
export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  if (!webhook.status) return <StatusBadge family="off" label="Off" />;
  if (hasExpired(webhook)) return <StatusBadge family="bad" label="Expired" />;
  if (webhook.makerLeftAt) return <StatusBadge family="waiting" label="Needs a decision" />;
  if (webhook.failingSince) return <StatusBadge family="bad" label="Failing" />;
  if (webhook.lastDeliveredAt) return <StatusBadge family="good" label="Healthy" />;
  return <StatusBadge family="waiting" label="Nothing sent yet" />;
}

export function DeliveryStatus({ delivery }: { delivery: Pick<WebhookDelivery, 'status' | 'attemptCount'> }) {
  if (delivery.status === 'delivered') return <StatusBadge family="good" label="Delivered" />;
  if (delivery.status === 'dead') return <StatusBadge family="bad" label="Failed" />;
  return delivery.attemptCount === 0 ? (
    <StatusBadge family="waiting" label="Waiting" />
  ) : (
    <StatusBadge family="working" label="Retrying" />
  );
}
