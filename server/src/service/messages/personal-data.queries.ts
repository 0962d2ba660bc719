import { sql } from 'kysely';
import {
  type ColumnDecisions,
  elsewhere,
  exportedColumns,
  leftOut,
  technical,
  theirId,
  written,
} from '../../core/exported-columns.ts';
import { oneOf, type PersonalData } from '../../core/personal-data.ts';

const recipient: ColumnDecisions<'bulk_recipients'> = {
  ...written('outcome', 'reason', 'clicked_at', 'unsubscribed_at'),
  done_at: 'as at',
  ...leftOut(theirId, 'customer_id'),
  ...leftOut(elsewhere, 'message_id'),
  ...leftOut(technical, 'position', 'claimed_at'),
};

/** Bulk messages to customers. Their stored text has no names, because fields are filled in when it is sent. */
export const messagePersonalData: PersonalData = {
  tables: {
    bulk_messages: 'stays: what was sent to all, with fields instead of names',
    bulk_recipients: 'stays: how many got it',
  },
  columns: { bulk_recipients: recipient },
  exportData: {
    'Bulk messages': (person) => sql`
      SELECT m.name, m.channel, m.subject, m.body, ${exportedColumns('r', recipient)}
      FROM bulk_recipients r JOIN bulk_messages m ON m.id = r.message_id
      WHERE r.customer_id = ${oneOf(person)} ORDER BY m.created_at, m.id`,
  },
  erase: async (tx, person) => {
    await sql`
      UPDATE customers SET marketing_consent = false, marketing_consent_at = NULL, marketing_consent_how = NULL
      WHERE id = ${oneOf(person)}`.execute(tx);
    await sql`
      UPDATE bulk_recipients SET outcome = 'leftOut', reason = NULL, done_at = now()
      WHERE customer_id = ${oneOf(person)} AND outcome = 'waiting'`.execute(tx);
    await sql`
      UPDATE bulk_recipients SET clicked_at = NULL, unsubscribed_at = NULL
      WHERE customer_id = ${oneOf(person)} AND (clicked_at IS NOT NULL OR unsubscribed_at IS NOT NULL)`.execute(
      tx,
    );
    return [];
  },
  timeline: {
    message: [
      (person, cut) => sql`
        SELECT r.done_at, r.message_id, 'bulk', NULL::uuid, coalesce(nullif(m.subject, ''), m.name), NULL::bigint, NULL,
          NULL, NULL::uuid
        FROM bulk_recipients r JOIN bulk_messages m ON m.id = r.message_id
        WHERE r.customer_id = ${oneOf(person)} AND r.outcome = 'sent' AND r.done_at IS NOT NULL
          AND ${cut.after('r.done_at', 'r.message_id')}
        ${cut.latest('r.done_at', 'r.message_id')}`,
    ],
  },
};
