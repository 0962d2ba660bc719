import { normalPhone } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import {
  maxCountedTickets,
  type Ticket,
  type TicketFilters,
  type TicketPage,
  type TicketTab,
  tabFilters,
  ticketTabs,
} from '@aisle/contract/service/support';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { DB } from '../../../core/db/db-types.generated.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { allOf, conditionsOf, type FilterConditions } from '../../../core/list/filters.ts';
import { type List, listOf } from '../../../core/list/list.ts';

type Tickets = SelectQueryBuilder<DB & { t: DB['tickets'] }, 't', object>;

const isDue = sql<SqlBool>`t.due_at < now()`;

const filtersFor = (actor: Pick<Actor, 'userId'>): FilterConditions<TicketFilters> => ({
  status: (status) => {
    const all = [status].flat();
    // With a single status, the index returns the tickets in order.
    return all.length === 1 ? sql`t.status = ${all[0]}` : sql`t.status = ANY (${all}::text[])`;
  },
  priority: (priority) => sql`t.priority = ${priority}`,
  assignee: (assignee) =>
    assignee === 'nobody'
      ? sql`t.assignee_id IS NULL`
      : sql`t.assignee_id = ${assignee === 'me' ? actor.userId : assignee}::uuid`,
  category: (category) => sql`t.category = ${category}`,
  tag: (tag) => sql`t.tags @> ARRAY[${tag}]::text[] AND cardinality(t.tags) > 0`,
  customerId: (id) => sql`t.customer_id = ${id}`,
  orderId: (id) => sql`t.order_id = ${id}`,
  locationId: (id) => sql`(t.location_id = ${id} OR t.order_location_id = ${id})`,
  overdue: (overdue) => (overdue ? isDue : sql`(t.due_at IS NULL OR t.due_at >= now())`),
  from: (from) => sql`t.created_at >= ${from}`,
  to: (to) => sql`t.created_at < ${to}`,
  answered: (answered) => sql`(t.first_response_at IS NOT NULL) = ${answered}`,
  merged: (merged) => sql`(t.merged_into IS NOT NULL) = ${merged}`,
  resolvedFrom: (from) => sql`t.resolved_at >= ${from}`,
  resolvedTo: (to) => sql`t.resolved_at < ${to}`,
});

/** The conditions of filters on tickets `t`. */
export const matching = (actor: Pick<Actor, 'userId'>, filters: TicketFilters): RawBuilder<SqlBool> =>
  allOf(conditionsOf(filtersFor(actor), filters));

const isPhone = (text: string) => /^[+(\d][\d ().-]*$/.test(text) && normalPhone(text).length >= 7;
/** Converts numbers and phones to the form of ticket words. */
const searchedWords = (text: string): string =>
  isPhone(text) ? normalPhone(text) : text.replace(/\b([HO])-(\d+)\b/gi, '$1$2');

/** If more tickets than this match a search, the list is read in order and each ticket is checked. */
const maxHolding = 1000;
/** The number of latest tickets sampled to estimate how common the words of a search are. */
const sampleSize = 200;

interface Holding {
  condition: RawBuilder<SqlBool>;
  /** The estimated number of matching tickets, if there are too many to count. */
  estimate?: number;
}
/**
 * The condition for tickets that contain the words of a search. PostgreSQL can't estimate matches of word beginnings, so this
 * finds them first: if there are few, they are looked up by ID. Words in at least one in twenty of the latest tickets need no
 * look-up, which would read them in all tickets.
 */
async function holding(tx: Tx, actor: Actor, text: string): Promise<Holding> {
  const words = searchedWords(text);
  const condition = sql<SqlBool>`EXISTS (SELECT FROM ticket_words w WHERE w.ticket_id = t.id
    AND w.words @@ (SELECT words_query(${words})) OFFSET 0)`;
  const estimate = actor.locations === null ? await estimateHolding(tx, words) : 0;
  if (estimate > 5 * maxHolding) return { condition, estimate };
  const { rows } = await sql<{ ids: string[] }>`
    SELECT tickets_containing(words_query(${words}), ${sql.lit(maxHolding + 1)}) AS ids`.execute(tx);
  const { ids } = rows[0]!;
  if (ids.length <= maxHolding) return { condition: sql`t.id = ANY (${ids}::uuid[])` };
  return { condition, estimate: Math.max(estimate, ids.length) };
}

/** The estimated number of tickets with these words, if many of the latest ones have them; otherwise 0. */
async function estimateHolding(tx: Tx, words: string): Promise<number> {
  const { rows } = await sql<{ share: number; tickets: number }>`
    SELECT count(*) FILTER (WHERE w.words @@ (SELECT words_query(${words}))) / ${sql.lit(sampleSize)}::numeric AS share,
      (SELECT reltuples::bigint FROM pg_class WHERE oid = 'tickets'::regclass) AS tickets
    FROM (SELECT id FROM tickets ORDER BY last_message_at DESC, id DESC LIMIT ${sql.lit(sampleSize)}) latest
    JOIN ticket_words w ON w.ticket_id = latest.id`.execute(tx);
  const { share, tickets } = rows[0]!;
  return share >= 0.05 ? Math.round(share * tickets) : 0;
}

const sortColumns = {
  lastMessageAt: sql.ref('t.last_message_at'),
  createdAt: sql.ref('t.created_at'),
  dueAt: sql`coalesce(t.due_at, 'infinity'::timestamptz)`,
  number: sql.ref('t.number'),
};

export async function listTickets(tx: Tx, actor: Actor, request: TicketPage): Promise<List<Page<Ticket>>> {
  const { search, filters, sort } = request;
  let filtered: Tickets = tx.selectFrom('tickets as t').where(matching(actor, filters));
  const found = search ? await holding(tx, actor, search) : undefined;
  if (found) filtered = filtered.where(found.condition);
  const field = sort?.field ?? 'lastMessageAt';
  // More tickets have been found than a list counts.
  const estimate = Object.keys(filters).length === 0 ? found?.estimate : undefined;
  const list = listOf(tx, filtered, {
    // The plan, by IDs or by reading the list, is right for all words, so PostgreSQL can reuse it.
    request: { ...request, search: undefined },
    sort: { columns: [sortColumns[field], sql.ref('t.id')], direction: sort?.order ?? 'desc' },
    exactUpTo: estimate === undefined ? undefined : 0,
    select: (query) =>
      estimate === undefined
        ? shown(query)
        : shown(query).select(sql<number>`${estimate}::bigint`.as('_total')),
  });
  if (estimate !== maxHolding + 1) return list;
  return list.map((page) =>
    page.totalIsEstimate ? { ...page, totalRecords: maxHolding, totalIsMinimum: true } : page,
  );
}

/** The columns of a ticket in a list and at the start of a view. Leaves out records out of reach. */
function shown(query: Tickets) {
  return query
    .leftJoin('customers as c', 'c.id', 't.customer_id')
    .leftJoin('locations as l', 'l.id', 't.location_id')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 't.order_location_id').onRef('o.id', '=', 't.order_id'),
    )
    .leftJoin('tickets as survivor', 'survivor.id', 't.merged_into')
    .leftJoin('tickets as prior', 'prior.id', 't.previous_id')
    .select([
      't.id as _id',
      't.subject',
      'c.id as customerId',
      'l.id as locationId',
      'o.id as orderId',
      't.category',
      't.tags',
      't.excerpt',
      't.last_message_at as lastMessageAt',
      't.message_count as messageCount',
      't.first_response_at as firstResponseAt',
      't.resolved_at as resolvedAt',
      't.closed_at as closedAt',
      't.due_at as dueAt',
      't.created_at as createdAt',
      't.version',
    ])
    .select([
      sql<string>`format_number('ticket', t.number)`.as('number'),
      sql<Ticket['customer']>`CASE WHEN c.id IS NOT NULL THEN
        jsonb_build_object('_id', c.id, 'name', rtrim(c.first_name || ' ' || c.last_name)) END`.as(
        'customer',
      ),
      sql<Ticket['location']>`CASE WHEN l.id IS NOT NULL THEN
        jsonb_build_object('_id', l.id, 'name', l.name) END`.as('location'),
      sql<Ticket['order']>`CASE WHEN o.id IS NOT NULL THEN
        jsonb_build_object('_id', o.id, 'number', format_number('order', o.number)) END`.as('order'),
      sql<Ticket['sender']>`CASE WHEN t.sender_email IS NOT NULL THEN
        jsonb_build_object('name', t.sender_name, 'email', t.sender_email) END`.as('sender'),
      sql<Ticket['assignee']>`CASE WHEN t.assignee_id IS NOT NULL THEN
        jsonb_build_object('_id', t.assignee_id, 'name', t.assignee_name) END`.as('assignee'),
      sql<Ticket['mergedInto']>`CASE WHEN survivor.id IS NOT NULL THEN
        jsonb_build_object('_id', survivor.id, 'number', format_number('ticket', survivor.number)) END`.as(
        'mergedInto',
      ),
      sql<Ticket['previous']>`CASE WHEN prior.id IS NOT NULL THEN
        jsonb_build_object('_id', prior.id, 'number', format_number('ticket', prior.number)) END`.as(
        'previous',
      ),
      sql<Ticket['priority']>`t.priority`.as('priority'),
      sql<Ticket['status']>`t.status`.as('status'),
      sql<Ticket['source']>`t.source`.as('source'),
      sql<Ticket['lastFrom']>`t.last_from`.as('lastFrom'),
      sql<Ticket['lastAuthor']>`CASE WHEN t.last_from = 'staff' THEN (
        SELECT jsonb_build_object('_id', m.author_id, 'name', m.author_name) FROM ticket_messages m
        WHERE m.ticket_id = t.id AND m.side = 'staff' AND NOT m.internal ORDER BY m.id DESC LIMIT 1) END`.as(
        'lastAuthor',
      ),
      sql<boolean>`${isDue} IS TRUE`.as('isOverdue'),
    ]);
}

/** The ticket without its messages. */
export async function findTicket(tx: Tx, id: string): Promise<Ticket | undefined> {
  const query: Tickets = tx.selectFrom('tickets as t').where('t.id', '=', id);
  return shown(query).executeTakeFirst();
}

/** The number of tickets in each tab. One statement that reads no more of them than it counts. */
export async function countTickets(tx: Tx, actor: Actor): Promise<Record<TicketTab, number>> {
  const counts = ticketTabs.map(
    (tab) => sql`(SELECT count(*) FROM (SELECT FROM tickets t WHERE ${matching(actor, tabFilters[tab])}
      LIMIT ${sql.lit(maxCountedTickets)}) AS counted) AS ${sql.ref(tab)}`,
  );
  const { rows } = await sql<Record<TicketTab, number>>`SELECT ${sql.join(counts)}`.execute(tx);
  return rows[0]!;
}

/** The tags of the latest tagged tickets, the most used first. */
export async function findTags(tx: Tx, search: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT tag FROM (SELECT tags FROM tickets WHERE cardinality(tags) > 0
      ORDER BY created_at DESC, id DESC LIMIT 1000) AS latest, unnest(latest.tags) AS tag
    WHERE ${search ? sql`strpos(lower(tag), lower(${search})) > 0` : sql`true`}
    GROUP BY tag ORDER BY count(*) DESC, tag COLLATE aisle_names LIMIT 50`.execute(tx);
  return rows.map(({ tag }) => tag);
}
