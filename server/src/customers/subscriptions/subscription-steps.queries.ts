import { sql } from 'kysely';
import { enqueue, type Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';
import type { LockedSubscription } from './subscriptions.queries.ts';

type Step = 'subscribed' | 'replaced' | 'renewed' | 'cancelled' | 'ended' | 'restored';
/**
 * Announces a step of a subscription with its status, after the step is written. Webhooks send this snapshot. `from` is the
 * previous status, or null if the subscription is new.
 */
export const recordStep = (tx: Tx, id: string, step: Step, from: Status | null): Promise<void> =>
  enqueue(
    tx,
    announceRows(
      {
        topic: 'subscriptions',
        action: step,
        recordId: sql`s.id`,
        locationId: sql`NULL::uuid`,
        permission: 'subscriptionPlan_list',
        snapshot: sql`jsonb_build_object('subscriptionId', s.id, 'customerId', s.customer_id, 'planId', s.plan_id,
          'change', ${step}::text, 'from', ${from}::text, 'to', CASE WHEN s.cancelled_at IS NOT NULL THEN 'cancelled'
            WHEN s.starts_at > now() THEN 'upcoming' WHEN s.ends_at <= now() THEN 'expired' ELSE 'current' END,
          'autoRenew', s.auto_renew, 'startsAt', iso(s.starts_at), 'endsAt', iso(s.ends_at))`,
      },
      sql`FROM subscriptions s WHERE s.id = ${id}`,
    ),
  );
type Status = 'upcoming' | 'current' | 'cancelled' | 'expired';
export const statusOf = ({ status, isExpired }: LockedSubscription): Status =>
  isExpired ? 'expired' : status;
