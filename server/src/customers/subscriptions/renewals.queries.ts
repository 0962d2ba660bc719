import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { CardFacts } from '../../ledgers/gateways/gateway.ts';

/** The next ended subscription that is due for renewal. Skips it while a charge for it or its follower is due. */
export async function nextToRenew(tx: Tx): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM subscriptions s WHERE auto_renew AND cancelled_at IS NULL AND ends_at <= now()
      AND NOT EXISTS (SELECT FROM subscription_payments p
        WHERE p.subscription_id IN (s.id, follower_of(s)) AND p.kind = 'charge' AND p.status = 'due')
    ORDER BY ends_at LIMIT 1`.execute(tx);
  return rows[0];
}

/** Claims the next subscription that renews within this number of days and whose customer hasn't been emailed yet. */
export async function claimNextToMail(tx: Tx, days: number): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    UPDATE subscriptions SET renewal_mailed_at = now()
    WHERE id = (SELECT id FROM subscriptions
      WHERE auto_renew AND cancelled_at IS NULL AND renewal_mailed_at IS NULL
        AND ends_at > now() AND ends_at <= now() + make_interval(days => ${days})
        AND follower_of(subscriptions) IS NULL
      ORDER BY ends_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx);
  return rows[0];
}

/**
 * Claims the next subscription whose card expires within this number of days, unless the customer was emailed about that, also for
 * an earlier period. A card is valid until the end of its month.
 */
export async function claimNextExpiring(tx: Tx, days: number): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    UPDATE subscriptions SET expiry_mailed = card ->> 'expires'
    WHERE id = (SELECT s.id FROM subscriptions s
      WHERE s.auto_renew AND s.cancelled_at IS NULL AND s.card ->> 'expires'
          < to_char((now() + make_interval(days => ${days})) AT TIME ZONE marketplace_time_zone(), 'YYYY-MM')
        AND NOT EXISTS (SELECT FROM subscriptions known WHERE known.card_token = s.card_token
          AND known.customer_id = s.customer_id AND known.expiry_mailed = s.card ->> 'expires')
      ORDER BY s.card ->> 'expires', s.id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx);
  return rows[0];
}

/** Whether a customer has another subscription in a period, so that a renewal can't use it. */
export async function isTaken(
  tx: Tx,
  customerId: string,
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM subscriptions WHERE customer_id = ${customerId} AND cancelled_at IS NULL
      AND tstzrange(starts_at, ends_at) && tstzrange(${startsAt}, ${endsAt}) LIMIT 1`.execute(tx);
  return rows.length > 0;
}

export interface MailFacts {
  email: string | null;
  firstName: string;
  plan: string;
  endsAt: string;
  /** The price that is or was charged for it. */
  price: number;
  /** The price of the plan at its renewal. */
  nextPrice: number;
  timeZone: string;
  card: CardFacts | null;
}
export async function mailFactsOf(tx: Tx, id: string): Promise<MailFacts> {
  const { rows } = await sql<MailFacts>`
    SELECT c.email, c.first_name AS "firstName", e.name AS plan, s.ends_at AS "endsAt", s.price,
      sold.price AS "nextPrice", marketplace_time_zone() AS "timeZone", s.card
    FROM subscriptions s JOIN customers c ON c.id = s.customer_id
    JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
    JOIN subscription_plans p ON p.id = s.plan_id
    JOIN plan_editions sold ON sold.plan_id = p.id AND sold.number = p.edition
    WHERE s.id = ${id}`.execute(tx);
  return rows[0]!;
}

export async function isBlocked(tx: Tx, customerId: string): Promise<boolean> {
  const customer = await tx
    .selectFrom('customers')
    .select('status')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return customer.status === 'blocked';
}
