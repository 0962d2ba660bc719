import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';

interface Subscriber {
  email: string | null;
  subscribed: boolean;
}
export async function findSubscriber(tx: Tx, customerId: string): Promise<Subscriber | undefined> {
  return tx
    .selectFrom('customers')
    .select(['email', 'marketing_consent as subscribed'])
    .where('id', '=', customerId)
    .executeTakeFirst();
}

/** Withdraws a consent. Returns false if there was none. */
export async function withdrawConsent(tx: Tx, customerId: string, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    WITH withdrawn AS (
      UPDATE customers SET marketing_consent = false, marketing_consent_at = now(),
        marketing_consent_how = 'unsubscribeLink'
      WHERE id = ${customerId} AND marketing_consent RETURNING 1
    ), counted AS (
      UPDATE bulk_messages SET unsubscribed_count = unsubscribed_count + 1
      WHERE id = ${messageId} AND EXISTS (SELECT FROM withdrawn)
    ), noted AS (
      UPDATE bulk_recipients SET unsubscribed_at = now()
      WHERE message_id = ${messageId} AND customer_id = ${customerId} AND EXISTS (SELECT FROM withdrawn)
    ), announced AS (
      ${announceRows(
        {
          topic: 'messages',
          action: 'unsubscribed',
          recordId: sql`${messageId}::uuid`,
          locationId: sql`NULL::uuid`,
          permission: 'customer_list',
        },
        sql`FROM withdrawn`,
      )}
    )
    SELECT FROM withdrawn`.execute(tx);
  return rows.length > 0;
}
