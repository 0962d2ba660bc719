import type { Page } from '@aisle/contract/core/page';
import type {
  CreditEntry,
  CreditHistory,
  CreditHistoryPage,
  CreditKind,
  CreditReason,
} from '@aisle/contract/customers/credits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { systemActor } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { listPage } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { announceRows } from '../../core/live-events.ts';
import { mustFind } from '../../core/problem.ts';

interface NewCreditEntry {
  customerId: string;
  kind: CreditKind;
  /** Required if credit is issued or adjusted. */
  reason?: CreditReason;
  /** Negative if credit is spent or removed. */
  amount: number;
  /** A cause counts once for each customer and kind. */
  causeId: string;
  order?: { locationId: string; id: string } | undefined;
  ticketId?: string | undefined;
  userId: string | null;
}
/**
 * Changes the store credit of a customer. A trigger keeps the balance, and the database rejects a balance below zero. Returns
 * the ID of the entry.
 */
export async function insertCredit(tx: Tx, entry: NewCreditEntry): Promise<string> {
  const id = newId();
  const { customerId, kind, reason = null, amount, causeId, order, ticketId = null, userId } = entry;
  const announced = announceRows(
    {
      topic: 'credits',
      action: kind,
      recordId: sql`${customerId}::uuid`,
      locationId: sql`NULL::uuid`,
      permission: 'customer_view',
      snapshot: sql`jsonb_build_object('entryId', ${id}::text)`,
    },
    sql``,
  );
  await sql`
    WITH entry AS (
      INSERT INTO credit_entries (customer_id, id, kind, reason, amount, cause_id, order_id, ticket_id, location_id, user_id)
      VALUES (${customerId}, ${id}, ${kind}, ${reason}, ${amount}, ${causeId}, ${order?.id ?? null}, ${ticketId},
        coalesce(${order?.locationId ?? null}::uuid, marketplace_books()), ${userId})
    ) ${announced}`.execute(tx);
  return id;
}

const entryColumns = [
  'e.id as _id',
  'e.amount',
  'e.balance_after as balanceAfter',
  'e.created_at as at',
] as const;
const entryComputed = [
  sql<CreditEntry['kind']>`e.kind`.as('kind'),
  sql<CreditEntry['reason']>`e.reason`.as('reason'),
  sql<string | null>`n.note`.as('note'),
  sql<CreditEntry['order']>`CASE WHEN o.id IS NOT NULL THEN
    jsonb_build_object('_id', o.id, 'number', format_number('order', o.number)) END`.as('order'),
  sql<CreditEntry['ticket']>`CASE WHEN t.id IS NOT NULL THEN
    jsonb_build_object('_id', t.id, 'number', format_number('ticket', t.number)) END`.as('ticket'),
  sql<string>`coalesce(e.user_name, ${systemActor.name})`.as('by'),
] as const;

const entries = (tx: Tx, condition: RawBuilder<SqlBool>) =>
  tx.selectFrom('credit_entries as e').where(condition);
const described = (query: ReturnType<typeof entries>) =>
  query
    .leftJoin('orders as o', 'o.id', 'e.order_id')
    .leftJoin('tickets as t', 't.id', 'e.ticket_id')
    .leftJoin('credit_notes as n', (join) =>
      join.onRef('n.customer_id', '=', 'e.customer_id').onRef('n.entry_id', '=', 'e.id'),
    )
    .select(entryColumns)
    .select(entryComputed);

export async function listEntries(
  tx: Tx,
  { customerId, filters, ...request }: CreditHistoryPage,
): Promise<Page<CreditEntry>> {
  // Includes entries of customers who were merged into this one.
  const conditions = [sql<SqlBool>`e.customer_id = ANY (customer_ids(remaining_customer(${customerId})))`];
  if (filters.kind) conditions.push(sql<SqlBool>`e.kind = ${filters.kind}`);
  if (request.search) {
    conditions.push(sql<SqlBool>`EXISTS (SELECT FROM orders o WHERE o.id = e.order_id
      AND ${isNumbered('o.number', 'order', request.search)})`);
  }
  return listPage(tx, entries(tx, sql.join(conditions, sql` AND `)), {
    request,
    sort: { columns: [sql.ref('e.position')], direction: request.sort?.order ?? 'desc' },
    id: sql.ref('e.id'),
    select: described,
  });
}

export async function getEntry(tx: Tx, customerId: string, id: string): Promise<CreditEntry> {
  const query = entries(tx, sql<SqlBool>`e.customer_id = ${customerId} AND e.id = ${id}`);
  return mustFind(await described(query).executeTakeFirst(), 'Entry');
}

/** Undefined if there is no such customer. */
export async function readCredit(
  tx: Tx,
  customerId: string,
): Promise<Pick<CreditHistory, 'balance' | 'held'> | undefined> {
  const { rows } = await sql<Pick<CreditHistory, 'balance' | 'held'>>`
    SELECT coalesce((SELECT b.balance FROM credit_balances b WHERE b.customer_id = c.id), 0)::bigint AS balance,
      coalesce((SELECT sum(p.amount) FROM orders o JOIN payments p ON p.location_id = o.location_id AND p.order_id = o.id
        WHERE o.customer_id = c.id AND p.provider = 'storeCredit' AND p.status = 'authorised'), 0)::bigint AS held
    FROM customers c WHERE c.id = remaining_customer(${customerId})`.execute(tx);
  return rows[0];
}

/** Locks the customer, so that the balance doesn't fall until the transaction ends: writers of credit lock the customer first. */
export async function lockCredit(
  tx: Tx,
  customerId: string,
): Promise<{ id: string; name: string; balance: number } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, rtrim(first_name || ' ' || last_name) AS name FROM customers
    WHERE id = remaining_customer(${customerId}) FOR NO KEY UPDATE`.execute(tx);
  const customer = rows[0];
  return customer && { ...customer, balance: (await readCredit(tx, customer.id))!.balance };
}

export async function insertNote(
  tx: Tx,
  { customerId, entryId, note }: { customerId: string; entryId: string; note: string },
): Promise<void> {
  await tx.insertInto('credit_notes').values({ customer_id: customerId, entry_id: entryId, note }).execute();
}

/** The order of a customer, including orders of customers who were merged into this one. */
export async function findOrderOf(
  tx: Tx,
  customerId: string,
  orderId: string,
): Promise<{ locationId: string; id: string } | undefined> {
  const { rows } = await sql<{ locationId: string; id: string }>`
    SELECT location_id AS "locationId", id FROM orders
    WHERE id = ${orderId} AND customer_id = ANY (customer_ids(${customerId}))`.execute(tx);
  return rows[0];
}

export async function hasTicket(tx: Tx, ticketId: string): Promise<boolean> {
  const found = await tx.selectFrom('tickets').select('id').where('id', '=', ticketId).executeTakeFirst();
  return found !== undefined;
}

/** The credit that a merge moved to the remaining customer. */
export async function findMovedCredit(
  tx: Tx,
  customerId: string,
  mergeId: string,
): Promise<{ id: string; amount: number } | undefined> {
  return tx
    .selectFrom('credit_entries')
    .select(['id', 'amount'])
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'moved')
    .where('cause_id', '=', mergeId)
    .executeTakeFirst();
}
