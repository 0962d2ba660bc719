import { dueSoonMinutes } from '@aisle/contract/system/notifications';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { announceRows } from '../../../core/live-events.ts';
import { type OpenedTicketNotice, pushTicketNotices } from '../../../system/notifications/notice-pushes.ts';
import { announceTickets, statusChanges } from '../tickets/ticket-writes.queries.ts';

const batchSize = 500;

/** Closes tickets that have been resolved for this many days, and returns their number. */
export async function closeResolved(tx: Tx, days: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    WITH closed AS (
      UPDATE tickets SET status = 'closed', closed_at = now()
      WHERE id IN (SELECT id FROM tickets WHERE status = 'resolved' AND resolved_at < now() - make_interval(days => ${days})
        ORDER BY resolved_at LIMIT ${sql.lit(batchSize)} FOR UPDATE SKIP LOCKED)
      RETURNING *
    ), told AS (
      ${statusChanges(sql`FROM (SELECT *, 'resolved' AS former_status FROM closed) AS moved`)}
    ), noted AS (
      INSERT INTO ticket_events (ticket_id, id, kind, from_text, to_text, by_name)
      SELECT id, new_uuid_v7(), 'status', 'resolved', 'closed', 'System' FROM closed
    ) SELECT id FROM closed`.execute(tx);
  await announceTickets(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Announces tickets with a missed target to screens, each once. */
export async function createOverdueNotices(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    UPDATE tickets SET overdue_noted = true
    WHERE id IN (SELECT id FROM tickets WHERE due_at < now() AND NOT overdue_noted
      ORDER BY due_at LIMIT ${sql.lit(batchSize)} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx);
  await announceTickets(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Opens notices for the agents of tickets whose target is close, once for each target. */
export async function createDueSoonNotices(tx: Tx): Promise<number> {
  const news = announceRows(
    {
      topic: 'notifications',
      action: 'ticket',
      recordId: sql`ticket_id`,
      locationId: sql`coalesce(location_id, '00000000-0000-0000-0000-000000000000')`,
      permission: 'support_list',
    },
    sql`FROM noted`,
  );
  const { rows } = await sql<OpenedTicketNotice>`
    WITH noted AS (
      INSERT INTO notices (kind, location_id, user_id, ticket_id, permission, text)
      SELECT 'ticketDue', coalesce(t.location_id, t.order_location_id), t.assignee_id, t.id, 'support_list',
        format_number('ticket', t.number)
      FROM tickets t JOIN users u ON u.id = t.assignee_id
      WHERE coalesce(t.due_at, 'infinity') BETWEEN now() AND now() + make_interval(mins => ${dueSoonMinutes})
        AND NOT EXISTS (SELECT FROM notices n WHERE n.ticket_id = t.id AND n.kind = 'ticketDue' AND n.over_at IS NULL)
      ORDER BY t.due_at LIMIT ${sql.lit(batchSize)}
      ON CONFLICT DO NOTHING RETURNING kind, ticket_id, text, user_id, location_id
    ), announced AS (${news})
    SELECT kind, ticket_id AS "ticketId", text AS number, user_id AS "userId", location_id AS "locationId" FROM noted`.execute(
    tx,
  );
  await pushTicketNotices(tx, rows);
  return rows.length;
}
