import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';
import type { Link } from './link-token.ts';

/** The address behind the button of a message. */
export async function findButtonUrl(tx: Tx, messageId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('bulk_messages')
    .select('button_url as url')
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row?.url ?? null;
}

/** Counts the first click of a recipient, if they still agree to marketing. */
export async function countClick(tx: Tx, { customerId, messageId }: Link): Promise<void> {
  await sql`
    WITH clicked AS (
      UPDATE bulk_recipients SET clicked_at = now()
      WHERE message_id = ${messageId} AND customer_id = ${customerId} AND clicked_at IS NULL
        AND outcome IN ('sending', 'sent', 'unknown')
        AND EXISTS (SELECT FROM customers c WHERE c.id = ${customerId} AND c.marketing_consent)
      RETURNING 1
    ), announced AS (
      ${announceRows(
        {
          topic: 'messages',
          action: 'clicked',
          recordId: sql`${messageId}::uuid`,
          locationId: sql`NULL::uuid`,
          permission: 'customer_list',
        },
        sql`FROM clicked`,
      )}
    )
    UPDATE bulk_messages SET clicked_count = clicked_count + 1
    WHERE id = ${messageId} AND EXISTS (SELECT FROM clicked)`.execute(tx);
}
