import type { Page } from '@aisle/contract/core/page';
import {
  type GiftCard,
  type GiftCardEntry,
  type GiftCardInput,
  type GiftCardPage,
  type GiftCardStatus,
  outstandingAges,
} from '@aisle/contract/customers/gift-cards';
import { type SqlBool, sql } from 'kysely';
import { systemActor } from '../../core/audit.ts';
import { enqueue, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { announceRows } from '../../core/live-events.ts';
import { mustFind } from '../../core/problem.ts';
import { announceJournals } from '../../ledgers/money/journal.queries.ts';

const status = sql<GiftCardStatus>`gift_card_status(g)`;
const columns = [
  'g.id as _id',
  'g.amount',
  'g.balance',
  'g.last4',
  'g.expires_on as expiresOn',
  'g.message',
  'g.send_on as sendOn',
  'g.sent_at as sentAt',
  'g.delivered_at as deliveredAt',
  'g.batch_id as batchId',
  'g.user_name as createdBy',
  'g.created_at as createdAt',
  'g.version',
] as const;
const computed = [
  sql<string>`format_number('giftCard', g.number)`.as('number'),
  sql<GiftCard['kind']>`g.kind`.as('kind'),
  status.as('status'),
  sql<number>`(SELECT coalesce(sum(p.amount), 0)::bigint FROM payments p
    WHERE p.gift_card_id = g.id AND p.status = 'authorised')`.as('held'),
  sql<GiftCard['recipient']>`CASE WHEN g.recipient_name IS NOT NULL THEN
    jsonb_build_object('name', g.recipient_name, 'email', g.recipient_email) END`.as('recipient'),
  sql<GiftCard['payment']>`CASE WHEN g.payment_method IS NOT NULL THEN
    jsonb_build_object('method', g.payment_method, 'reference', g.payment_reference) END`.as('payment'),
] as const;

const sortColumns = { number: sql.ref('g.number'), createdAt: sql.ref('g.created_at') };
export function listGiftCards(tx: Tx, request: GiftCardPage): List<Page<GiftCard>> {
  const { sort } = request;
  return listOf(tx, filterCards(tx, request), {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'number'], sql.ref('g.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select(columns).select(computed),
  });
}

function filterCards(tx: Tx, { search, filters }: GiftCardPage) {
  let cards = tx.selectFrom('gift_cards as g');
  if (search) {
    cards = cards.where(
      sql<SqlBool>`(${isNumbered('g.number', 'giftCard', search)} OR g.last4 = ${search.toUpperCase()}
        OR ${hasWords(search, 'g.recipient_name')})`,
    );
  }
  if (filters.status) cards = cards.where(status, '=', filters.status);
  if (filters.kind) cards = cards.where('g.kind', '=', filters.kind);
  if (filters.customerId) {
    cards = cards.where(
      sql<SqlBool>`g.id IN (SELECT e.gift_card_id FROM gift_card_entries e
        WHERE e.customer_id = ANY (customer_ids(remaining_customer(${filters.customerId}))))`,
    );
  }
  if (filters.undeliveredOnly) cards = cards.where('g.sealed_code', 'is not', null);
  return filters.outstandingOnly ? cards.where('g.balance', '>', 0) : cards;
}

/** The balances of the filtered cards by the days since they were issued; of sold ones unless the filter has a kind. */
export async function readOutstanding(
  tx: Tx,
  request: GiftCardPage,
): Promise<{ label: string; cards: number; balance: number }[]> {
  const cards = filterCards(tx, request)
    .where('g.kind', '=', request.filters.kind ?? 'sold')
    .where('g.balance', '>', 0)
    .select(['g.id', 'g.balance', 'g.created_at']);
  const ages = outstandingAges.map(({ upTo, label }, position) => ({
    position,
    label,
    from: outstandingAges[position - 1]?.upTo ?? -1,
    to: upTo,
  }));
  const { rows } = await sql<{ label: string; cards: number; balance: number }>`
    SELECT age.label, count(g.id) AS cards, coalesce(sum(g.balance), 0)::bigint AS balance
    FROM jsonb_to_recordset(${JSON.stringify(ages)}::jsonb) AS age (position integer, label text, "from" integer, "to" integer)
    LEFT JOIN (${cards}) AS g ON g.created_at <= now() - make_interval(days => age."from")
      AND (age."to" IS NULL OR g.created_at > now() - make_interval(days => age."to"))
    GROUP BY age.position, age.label ORDER BY age.position`.execute(tx);
  return rows;
}

export const getGiftCards = (tx: Tx, ids: readonly string[]): Promise<GiftCard[]> =>
  tx
    .selectFrom('gift_cards as g')
    .select(columns)
    .select(computed)
    .where(sql<SqlBool>`g.id = ANY (${ids}::uuid[])`)
    .execute();

export async function getGiftCard(tx: Tx, id: string): Promise<GiftCard> {
  const [card] = await getGiftCards(tx, [id]);
  return mustFind(card, 'Gift card');
}

export async function listEntries(tx: Tx, id: string): Promise<GiftCardEntry[]> {
  const { rows } = await sql<GiftCardEntry>`
    SELECT e.id AS "_id", e.kind, e.amount, e.balance_after - e.amount AS "balanceBefore",
      e.balance_after AS "balanceAfter",
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('_id', c.id,
        'name', rtrim(c.first_name || ' ' || c.last_name)) END AS customer,
      CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('_id', o.id, 'number', format_number('order', o.number)) END
        AS "order",
      e.reason, coalesce(e.user_name, ${systemActor.name}) AS by, e.created_at AS at
    FROM gift_card_entries e LEFT JOIN customers c ON c.id = e.customer_id
    LEFT JOIN orders o ON o.location_id = e.location_id AND o.id = e.order_id
    WHERE e.gift_card_id = ${id} ORDER BY e.position DESC`.execute(tx);
  return rows;
}

/** Locks a card and returns it. */
export async function lockGiftCard(tx: Tx, id: string): Promise<GiftCard> {
  await sql`SELECT FROM gift_cards WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return getGiftCard(tx, id);
}

/** Whether a card may end on this day: in the future, and for sold cards after the legal minimum. */
export async function endsLateEnough(tx: Tx, day: string, years: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT ${day}::date >= (now() AT TIME ZONE marketplace_time_zone())::date + make_interval(years => ${years}) AS is`.execute(
    tx,
  );
  return rows[0]!.is;
}

export interface StoredCode {
  hash: Buffer;
  last4: string;
  /** Encrypted until it is delivered. Null if the response delivers it. */
  sealed: Buffer | null;
}

export interface NewGiftCard extends GiftCardInput {
  id: string;
  code: StoredCode;
  batchId?: string;
}
export async function insertGiftCards(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  cards: readonly NewGiftCard[],
): Promise<void> {
  const rows = cards.map(({ id, kind, amount, recipient, code, payment, ...card }) => ({
    id,
    kind,
    amount,
    code_hash: code.hash,
    last4: code.last4,
    sealed_code: code.sealed,
    delivered_at: code.sealed ? null : sql<string>`now()`,
    recipient_name: recipient?.name ?? null,
    recipient_email: recipient?.email ?? null,
    message: card.message || null,
    send_on: card.sendOn ?? null,
    expires_on: card.expiresOn ?? null,
    payment_method: payment?.method ?? null,
    payment_reference: payment?.reference || null,
    batch_id: card.batchId ?? null,
    user_id: actor.userId,
    user_name: actor.name,
  }));
  await tx.insertInto('gift_cards').values(rows).execute();
}

/** Gives a card another code, and another recipient if there is one. */
export async function replaceCode(
  tx: Tx,
  id: string,
  { hash, last4, sealed }: StoredCode,
  recipient: GiftCardInput['recipient'],
): Promise<void> {
  await tx
    .updateTable('gift_cards')
    .set({
      code_hash: hash,
      last4,
      sealed_code: sealed,
      link_hash: null,
      sent_at: null,
      delivered_at: sealed ? null : sql<string>`now()`,
      ...(recipient && { recipient_name: recipient.name, recipient_email: recipient.email ?? null }),
    })
    .where('id', '=', id)
    .execute();
}

export async function setState(tx: Tx, id: string, state: 'active' | 'frozen' | 'voided'): Promise<void> {
  await sql`UPDATE gift_cards SET state = ${state}, updated_at = now() WHERE id = ${id}`.execute(tx);
}

interface NewEntry {
  giftCardId: string;
  kind: GiftCardEntry['kind'];
  /** Negative if the balance falls. */
  amount: number;
  customerId?: string;
  reason?: string;
  /** The payment or the refund of an order; a cause counts once for each card and kind. */
  causeId?: string;
  order?: { locationId: string; id: string };
  by: { userId: string | null; name?: string };
}
/** Changes the balances of cards, by a trigger. Returns the IDs of the entries. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<string[]> {
  const rows = entries.map(({ giftCardId, order, by, ...entry }) => ({
    gift_card_id: giftCardId,
    id: newId(),
    kind: entry.kind,
    amount: entry.amount,
    customer_id: entry.customerId ?? null,
    reason: entry.reason ?? null,
    cause_id: entry.causeId ?? null,
    order_id: order?.id ?? null,
    location_id: order?.locationId ?? sql<string>`marketplace_books()`,
    user_id: by.userId,
    user_name: by.name ?? null,
  }));
  await tx.insertInto('gift_card_entries').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Tells open screens and webhooks that orders changed the balances of cards. The orders have the audit entries. */
export async function announceCards(
  tx: Tx,
  ids: readonly string[],
  action: 'spend' | 'return',
): Promise<void> {
  const event = {
    topic: 'giftCards',
    action,
    recordId: sql`card`,
    locationId: sql`NULL::uuid`,
    permission: 'gift_card_list',
  } as const;
  await enqueue(tx, announceRows(event, sql`FROM (SELECT DISTINCT unnest(${ids}::uuid[]) AS card) AS cards`));
}

export interface FoundGiftCard extends Pick<GiftCard, 'last4' | 'balance' | 'expiresOn' | 'status'> {
  id: string;
}
/** The cards with these hashes, in their sequence. Locks them to spend them. */
export async function findByHashes(
  tx: Tx,
  hashes: readonly Buffer[],
  isSpending = false,
): Promise<(FoundGiftCard | undefined)[]> {
  const { rows } = await sql<FoundGiftCard & { hash: Buffer }>`
    SELECT hash, id, last4, balance, expires_on AS "expiresOn", status
    FROM find_gift_cards(${hashes}::bytea[], ${isSpending})`.execute(tx);
  return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)));
}

/** Locks cards by ID and returns their states, also for users of single locations. */
export async function lockStates(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; kind: GiftCard['kind']; state: string; isExpired: boolean }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof lockStates>>[number]>`
    SELECT id, kind, state, is_expired AS "isExpired" FROM lock_gift_cards(${ids}::uuid[])`.execute(tx);
  return rows;
}

/** Expires the balances of promotional cards whose last day is over. Returns the number of expired cards. */
export async function expirePromotional(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH due AS MATERIALIZED (
      SELECT id, balance FROM gift_cards WHERE kind = 'promotional' AND balance > 0
        AND expires_on < (now() AT TIME ZONE marketplace_time_zone())::date
      ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ), expired AS (
      INSERT INTO gift_card_entries (gift_card_id, id, kind, amount)
      SELECT id, new_uuid_v7(), 'expired', -balance FROM due RETURNING id, amount
    ), journal AS (
      INSERT INTO journals (location_id, id, kind, cause_id)
      SELECT marketplace_books(), new_uuid_v7(), 'giftCard', id FROM expired RETURNING location_id, id, cause_id
    ), posted AS (
      INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
      SELECT j.location_id, j.id, part.position, part.account, 'expired', part.sign * e.amount
      FROM journal j JOIN expired e ON e.id = j.cause_id
      CROSS JOIN (VALUES (1, 'giftCardLiability', -1), (2, 'discounts', 1)) AS part (position, account, sign)
    ), announced AS (
      ${announceJournals(sql`location_id`, sql`FROM (SELECT DISTINCT location_id FROM journal) AS places`)}
    )
    SELECT count(*) AS count FROM expired`.execute(tx);
  return rows[0]!.count;
}
