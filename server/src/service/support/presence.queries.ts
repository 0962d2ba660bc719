import type { TicketPresence } from '@aisle/contract/service/support';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { announceRows } from '../../core/live-events.ts';
import { notFound } from '../../core/problem.ts';

interface Presence {
  topic: string;
  ticketId: string;
  doing: TicketPresence['doing'];
}
/** Notifies users who can see the ticket: those at its locations, or if it has none, users with all locations. */
export async function announcePresence(
  tx: Tx,
  actor: Actor,
  { topic, ticketId, doing }: Presence,
): Promise<void> {
  const data = JSON.stringify({ userId: actor.userId, name: actor.name, doing });
  const nowhere = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
  const { numAffectedRows } = await announceRows(
    {
      topic,
      action: doing,
      recordId: sql`id`,
      locationId: sql`place`,
      permission: 'support_view',
      data: sql`${data}::jsonb`,
    },
    sql`FROM (SELECT DISTINCT id, coalesce(at, ${nowhere}) AS place FROM tickets t,
        unnest(CASE WHEN t.location_id IS NULL OR t.order_location_id IS NULL
          THEN ARRAY[coalesce(t.location_id, t.order_location_id)]
          ELSE ARRAY[t.location_id, t.order_location_id] END) AS at
      WHERE t.id = ${ticketId}) AS places`,
  ).execute(tx);
  if (!numAffectedRows) throw notFound('Ticket');
}
