import type { Page } from '@aisle/contract/core/page';
import {
  type CoinEntry,
  type CoinHistory,
  type CoinHistoryPage,
  type CoinsExplained,
  maxLotsShown,
} from '@aisle/contract/customers/coins';
import { expiringSoonDays } from '@aisle/contract/system/settings';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { systemActor } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { listPage } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { mustFind } from '../../core/problem.ts';

const entryColumns = ['e.id as _id', 'e.coins', 'e.expires_at as expiresAt', 'e.created_at as at'] as const;
const entryComputed = [
  sql<CoinEntry['kind']>`e.kind`.as('kind'),
  sql<CoinEntry['causedBy']>`jsonb_build_object(
    'type', CASE WHEN e.kind = 'adjusted' THEN 'adjustment' WHEN e.kind = 'expired' THEN 'expiry'
      WHEN e.cause_id = e.order_id THEN 'order' ELSE 'refund' END,
    'number', format_number('order', o.number),
    'id', CASE WHEN e.kind = 'adjusted' THEN e.id ELSE e.cause_id END)`.as('causedBy'),
  sql<CoinEntry['order']>`CASE WHEN o.id IS NOT NULL THEN
    jsonb_build_object('_id', o.id, 'number', format_number('order', o.number)) END`.as('order'),
  sql<string | null>`a.reason`.as('reason'),
  sql<string | null>`a.note`.as('note'),
  sql<string>`coalesce(e.user_name, ${systemActor.name})`.as('by'),
] as const;

/** The entries visible to the actor, without display columns. */
const entries = (tx: Tx, condition: RawBuilder<SqlBool>) =>
  tx.selectFrom('coin_entries as e').where(condition);
/** Adds display columns: the order, and the reason and note of adjustments. */
const described = (query: ReturnType<typeof entries>, isStore: boolean) =>
  query
    .leftJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'e.location_id').onRef('o.id', '=', 'e.order_id'),
    )
    .leftJoin('coin_adjustments as a', (join) =>
      join.onRef('a.customer_id', '=', 'e.customer_id').onRef('a.entry_id', '=', 'e.id'),
    )
    .select(entryColumns)
    .select(entryComputed)
    .select(sql<number | null>`${isStore ? sql`NULL` : sql.ref('e.balance_after')}`.as('balanceAfter'));

export async function listEntries(
  tx: Tx,
  { locations }: Pick<Actor, 'locations'>,
  { customerId, filters, ...request }: CoinHistoryPage,
): Promise<Page<CoinEntry>> {
  // Includes entries of customers who were merged into this one.
  const conditions = [sql<SqlBool>`e.customer_id = ANY (customer_ids(remaining_customer(${customerId})))`];
  if (filters.kind) conditions.push(sql<SqlBool>`e.kind = ${filters.kind}`);
  if (filters.orderId) conditions.push(sql<SqlBool>`e.order_id = ${filters.orderId}`);
  if (request.search) {
    conditions.push(sql<SqlBool>`EXISTS (SELECT FROM orders o WHERE o.location_id = e.location_id AND o.id = e.order_id
      AND ${isNumbered('o.number', 'order', request.search)})`);
  }
  return listPage(tx, entries(tx, sql.join(conditions, sql` AND `)), {
    request,
    sort: { columns: [sql.ref('e.position')], direction: request.sort?.order ?? 'desc' },
    select: (query) => described(query, locations !== null),
  });
}

export async function getEntry(tx: Tx, customerId: string, id: string): Promise<CoinEntry> {
  const query = entries(tx, sql<SqlBool>`e.customer_id = ${customerId} AND e.id = ${id}`);
  return mustFind(await described(query, false).executeTakeFirst(), 'Entry');
}

/** Undefined if the actor can't see the customer. Store users get no amounts. */
export async function readBalance(
  tx: Tx,
  customerId: string,
): Promise<Pick<CoinHistory, 'balance' | 'expiringSoon'> | undefined> {
  const { rows } = await sql<Pick<CoinHistory, 'balance' | 'expiringSoon'>>`
    SELECT c.coin_balance AS balance, CASE WHEN c.coin_balance IS NOT NULL THEN soon."expiringSoon" END AS "expiringSoon"
    FROM customers c
    CROSS JOIN LATERAL (
      SELECT jsonb_build_object('coins', coalesce(sum(l.coins_left), 0), 'at', iso(min(l.expires_at))) AS "expiringSoon"
      FROM coin_lots l WHERE l.customer_id = c.id AND l.coins_left > 0
        AND l.expires_at <= now() + make_interval(days => ${expiringSoonDays})) soon
    WHERE c.id = remaining_customer(${customerId})`.execute(tx);
  return rows[0];
}

/** Locks the customer, so that the balance doesn't change until the transaction ends. */
export async function lockBalance(
  tx: Tx,
  customerId: string,
): Promise<{ id: string; name: string; balance: number } | undefined> {
  const { rows } = await sql<{ id: string; name: string; balance: number }>`
    SELECT id, rtrim(first_name || ' ' || last_name) AS name, coin_balance AS balance FROM customers
    WHERE id = remaining_customer(${customerId}) FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

export async function insertAdjustment(
  tx: Tx,
  adjustment: { customerId: string; entryId: string; reason: string; note: string | null },
): Promise<void> {
  await tx
    .insertInto('coin_adjustments')
    .values({
      customer_id: adjustment.customerId,
      entry_id: adjustment.entryId,
      reason: adjustment.reason,
      note: adjustment.note,
    })
    .execute();
}

const sumsOfKinds = (condition: RawBuilder<SqlBool>) => sql`
  SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'coins', coins, 'entries', entries) ORDER BY kind), '[]')
  FROM (SELECT e.kind, sum(e.coins) AS coins, count(*) AS entries FROM coin_entries e
    WHERE e.customer_id = ANY (customer_ids(c.id)) AND ${condition} GROUP BY 1) sums`;

/** Uses one statement, so that the parts add up while orders come in. Undefined if the actor can't see the customer. */
export async function readExplanation(tx: Tx, customerId: string): Promise<CoinsExplained | undefined> {
  const { rows } = await sql<CoinsExplained>`
    SELECT c.coin_balance AS balance, open.worth, open.count AS "lotCount", open.lots,
      (${sumsOfKinds(sql`e.coins > 0`)}) AS came, (${sumsOfKinds(sql`e.coins < 0`)}) AS went,
      c.coin_balance - (SELECT coalesce(sum(e.coins), 0)::bigint FROM coin_entries e
        WHERE e.customer_id = ANY (customer_ids(c.id))) AS elsewhere,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('_id', o.id, 'number', format_number('order', o.number),
          'coins', h.coins) ORDER BY o.number), '[]')
        FROM (SELECT e.location_id, e.order_id, -sum(e.coins) AS coins FROM coin_entries e
          WHERE e.customer_id = ANY (customer_ids(c.id)) AND e.kind IN ('redeemed', 'returned')
          GROUP BY 1, 2 HAVING sum(e.coins) < 0) h
        JOIN orders o ON o.location_id = h.location_id AND o.id = h.order_id AND o.status <> 'delivered') AS held
    FROM customers c
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count, coalesce(sum(l."worth"), 0)::bigint AS worth,
        coalesce(jsonb_agg(to_jsonb(l) - 'place' ORDER BY l.place) FILTER (WHERE l.place <= ${maxLotsShown}), '[]') AS lots
      FROM (
        SELECT l.id AS "_id", l.kind, l.coins, l.coins_left AS "coinsLeft", l.worth_left AS worth,
          CASE WHEN o.id IS NOT NULL THEN
            jsonb_build_object('_id', o.id, 'number', format_number('order', o.number)) END AS "order",
          iso(l.created_at) AS at, iso(l.expires_at) AS "expiresAt",
          row_number() OVER (ORDER BY l.expires_at, l.created_at, l.id) AS place
        FROM coin_lots l LEFT JOIN orders o ON o.location_id = l.location_id AND o.id = l.order_id
        WHERE l.customer_id = c.id AND l.coins_left > 0) l) open
    WHERE c.id = remaining_customer(${customerId})`.execute(tx);
  return rows[0];
}
