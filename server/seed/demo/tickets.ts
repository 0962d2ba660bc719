import { defaultSupportRules, type TicketStatus } from '@aisle/contract/system/support-rules';
import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { targetsOf } from '../../src/service/support/clock/support-hours.ts';
import { randomFor } from '../data/random.ts';
import { storeTicketSeeds, type TicketSeed, ticketSeeds } from '../data/tickets.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Staff } from './people.ts';
import type { Store } from './places.ts';

const hour = 3_600_000;
const day = 24 * hour;
const ticketsOfShoppers = 64;
const dice = randomFor('tickets');

interface Subject {
  customerId: string | null;
  customerName: string;
  email: string | null;
  locationId: string | null;
  orderId: string | null;
  orderLocationId: string | null;
  orderNumber: string;
  /** The names of the items in the order. */
  items: readonly string[];
}
type Row = Record<string, unknown>;
interface Rows {
  tickets: Row[];
  messages: Row[];
  events: Row[];
}

/** Two months of support tickets in every status, from customers about their orders and from stores. */
export async function addTickets(
  tx: Tx,
  { stores, staff, now }: { stores: readonly Store[]; staff: readonly Staff[]; now: number },
): Promise<void> {
  const agents = staff.filter(({ role }) => role === 'support');
  const rows: Rows = { tickets: [], messages: [], events: [] };
  // The latest tickets are from today; older ones are further apart.
  const moments = Array.from(
    { length: ticketsOfShoppers },
    (_, nth) => now - (nth / ticketsOfShoppers) ** 2 * 55 * day - dice.next() * 3 * hour,
  );
  for (const { at, ...subject } of await shoppersAt(tx, moments)) {
    addTicket(rows, agents, { seed: dice.pick(seedsFor(subject.items)), subject, at, now });
  }
  for (const [nth, seed] of storeTicketSeeds.entries()) {
    const store = stores[nth % stores.length]!;
    const clerk = staff.find(({ locationKeys }) => locationKeys.includes(store.key)) ?? staff[0]!;
    addTicket(rows, agents, { seed, subject: ofStore(store, clerk), at: now - (nth + 1) * day, now });
  }
  const byAge = (a: Row, b: Row) => Number(a.created_at) - Number(b.created_at);
  await insertRows(tx, 'tickets', rows.tickets.toSorted(byAge));
  await insertRows(tx, 'ticket_messages', rows.messages.toSorted(byAge));
  await insertRows(tx, 'ticket_events', rows.events.toSorted(byAge));
}

/** Senders and times of tickets, each about an order that was delivered shortly before. */
async function shoppersAt(tx: Tx, moments: readonly number[]): Promise<(Subject & { at: number })[]> {
  const { rows } = await sql<Subject & { at: number }>`
    WITH delivered AS MATERIALIZED (
      SELECT o.id, o.location_id, o.number, o.customer_id, o.delivered_at FROM orders o
      JOIN customers c ON c.id = o.customer_id AND c.email IS NOT NULL WHERE o.status = 'delivered'
    )
    SELECT t.at, c.id AS "customerId", c.first_name || ' ' || c.last_name AS "customerName", c.email,
      NULL AS "locationId", o.id AS "orderId", o.location_id AS "orderLocationId",
      format_number('order', o.number) AS "orderNumber",
      ARRAY(SELECT n.name FROM order_lines n WHERE n.location_id = o.location_id AND n.order_id = o.id AND NOT n.removed
        ORDER BY n.position) AS items
    FROM unnest(${moments}::float8[]) WITH ORDINALITY t (at, nth)
    CROSS JOIN LATERAL (SELECT * FROM delivered
      WHERE delivered_at < to_timestamp(t.at / 1000)
      -- Several may write within an hour: each about an order of their own.
      ORDER BY delivered_at DESC, id OFFSET t.nth % 8 LIMIT 1) o
    JOIN customers c ON c.id = o.customer_id
    ORDER BY t.nth`.execute(tx);
  return rows;
}

/** The conversations that fit an order with these items. */
const seedsFor = (items: readonly string[]): TicketSeed[] =>
  ticketSeeds.filter(
    ({ needs = [] }) =>
      needs.length <= items.length && needs.every((need) => items.some((name) => need.test(name))),
  );

const ofStore = (store: Store, clerk: Staff): Subject => ({
  customerId: null,
  customerName: clerk.name,
  email: null,
  locationId: store.id,
  orderId: null,
  orderLocationId: null,
  orderNumber: '',
  items: [],
});

interface Conversation {
  seed: TicketSeed;
  subject: Subject;
  at: number;
  now: number;
}
/** One conversation until now, and the resulting status. */
function addTicket(rows: Rows, agents: readonly Staff[], { seed, subject, at, now }: Conversation): void {
  const id = idAt(at);
  const agent = dice.pick(agents);
  const times = seed.talk.map((_, nth) => at + nth * (dice.next() * 5 + 0.3) * hour);
  const written = times.filter((time) => time < now).length;
  const isOver = written === seed.talk.length && written > 1;
  const last = times[written - 1] ?? at;
  const isOld = now - last > 7 * day;
  const usual: TicketStatus = written % 2 === 0 ? dice.pick(['pending', 'resolved'] as const) : 'open';
  const status: TicketStatus =
    isOver && isOld ? 'closed' : isOver ? dice.pick(['resolved', 'pending']) : isOld ? 'resolved' : usual;
  const isDone = status === 'resolved' || status === 'closed';
  const targets = targetsOf(defaultSupportRules, seed.priority, new Date(at));
  const assigned = written > 1 || dice.chance(0.3);
  const waitingSince = status === 'pending' ? Math.min(now, last + 600_000) : null;
  const resolvedAt = isDone ? Math.min(now, last + 600_000) : null;
  const texts = seed.talk.slice(0, written).map((text) =>
    text
      .replaceAll('{first}', subject.customerName.split(' ')[0]!)
      .replaceAll('{order}', subject.orderNumber)
      .replaceAll('{item}', subject.items[0] ?? '')
      .replaceAll('{other}', subject.items[1] ?? ''),
  );
  const firstResponse = written > 1 ? times[1]! : null;
  rows.tickets.push({
    id,
    subject: seed.subject,
    customer_id: subject.customerId,
    location_id: subject.locationId,
    order_id: subject.orderId,
    order_location_id: subject.orderLocationId,
    requester: subject.customerId ? 'customer' : 'location',
    category: seed.category,
    priority: seed.priority,
    status,
    assignee_id: assigned ? agent.id : null,
    assignee_name: assigned ? agent.name : null,
    tags: seed.tags,
    source: subject.customerId ? 'email' : 'staff',
    excerpt: texts.at(-1)!.slice(0, 150),
    last_from: written % 2 === 0 ? 'staff' : subject.customerId ? 'customer' : 'location',
    last_message_at: new Date(last),
    message_count: written + (seed.note ? 1 : 0),
    first_response_at: firstResponse && new Date(firstResponse),
    resolved_at: resolvedAt && new Date(resolvedAt),
    closed_at: status === 'closed' ? new Date(Math.min(now, last + 7 * day)) : null,
    clock_from: new Date(at),
    first_response_due_at: targets.firstResponseDueAt,
    resolution_due_at: targets.resolutionDueAt,
    waiting_since: waitingSince && new Date(waitingSince),
    due_at: status !== 'open' ? null : firstResponse ? targets.resolutionDueAt : targets.firstResponseDueAt,
    created_at: new Date(at),
    updated_at: new Date(last),
    overdue_noted: false,
    version: 1,
  });
  addTalk(rows, { id, subject, agent, texts, times });
  if (seed.note)
    rows.messages.push(
      messageOf(id, last, { side: 'staff', author: agent, text: seed.note, internal: true }),
    );
  addEvents(rows, { id, at, subject, agent: assigned ? agent : null, waitingSince, resolvedAt });
}

interface Talk {
  id: string;
  subject: Subject;
  agent: Staff;
  texts: readonly string[];
  times: readonly number[];
}
function addTalk(rows: Rows, { id, subject, agent, texts, times }: Talk): void {
  for (const [nth, text] of texts.entries()) {
    const isAnswer = nth % 2 === 1;
    const side = isAnswer ? 'staff' : subject.customerId ? 'customer' : 'location';
    const author = isAnswer ? agent : { id: null, name: subject.customerName };
    rows.messages.push(
      messageOf(id, times[nth]!, { side, author, text, email: isAnswer ? null : subject.email }),
    );
  }
}

interface MessageParts {
  side: 'customer' | 'location' | 'staff';
  author: Pick<Staff, 'name'> & { id: string | null };
  text: string;
  email?: string | null;
  internal?: boolean;
}
const messageOf = (
  ticketId: string,
  at: number,
  { side, author, text, email, internal }: MessageParts,
): Row => ({
  ticket_id: ticketId,
  id: idAt(at),
  side,
  author_id: author.id,
  author_name: author.name,
  author_email: email ?? null,
  text,
  internal: internal ?? false,
  created_at: new Date(at),
});

interface Life {
  id: string;
  at: number;
  subject: Subject;
  agent: Staff | null;
  waitingSince: number | null;
  resolvedAt: number | null;
}
function addEvents(rows: Rows, { id, at, subject, agent, waitingSince, resolvedAt }: Life): void {
  const event = (
    kind: string,
    time: number,
    to: string | null,
    by: Pick<Staff, 'id' | 'name'> | null,
  ): Row => ({
    ticket_id: id,
    id: idAt(time),
    kind,
    from_text: kind === 'status' ? 'open' : null,
    to_text: to,
    by_id: by?.id ?? null,
    by_name: by?.name ?? subject.customerName,
    created_at: new Date(time),
  });
  rows.events.push(event('created', at, null, null));
  if (agent) rows.events.push(event('assigned', at + 300_000, agent.name, agent));
  if (agent && resolvedAt) rows.events.push(event('status', resolvedAt, 'resolved', agent));
  else if (agent && waitingSince) rows.events.push(event('status', waitingSince, 'pending', agent));
}
