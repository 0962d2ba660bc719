import type { Page } from '@aisle/contract/core/page';
import type { MainOrder, MainOrderPage, MainOrderRow } from '@aisle/contract/main-orders';
import { mainOrderStatus } from '@aisle/contract/main-orders';
import type { OrderStatus } from '@aisle/contract/order-flow';
import type { OrderRow } from '@aisle/contract/order-list';
import { mainOrderNumber, orderNumber } from '@aisle/contract/order-words';
import { sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { customersFor } from '../orders/order-search.queries.ts';
import { type CheckoutsQuery, foundCheckouts } from './found-checkouts.queries.ts';

interface RowRead extends Omit<MainOrderRow, 'number' | 'status' | 'orderCount' | 'customerName' | 'total'> {
  number: number;
  parts: { status: OrderStatus; total: number; customerName: string }[];
}

/** For people of single locations found through their orders: the first that they see of each. */
function checkoutsOf(tx: Tx, actor: Actor) {
  if (!actor.locations) return tx.selectFrom('main_orders as m') as never as CheckoutsQuery;
  const [only, ...others] = actor.locations;
  const mine = tx.selectFrom('orders as f').innerJoin('main_orders as m', 'm.id', 'f.main_order_id');
  if (others.length === 0) return mine.where('f.location_id', '=', only ?? null) as never as CheckoutsQuery;
  return mine.where(
    sql<boolean>`f.location_id = ANY (${actor.locations}::uuid[]) AND NOT EXISTS (
      SELECT FROM orders g WHERE g.main_order_id = f.main_order_id AND g.id < f.id
        AND g.location_id = ANY (${actor.locations}::uuid[]))`,
  ) as never as CheckoutsQuery;
}

/** The orders in reach, of which a checkout at several locations has several: about as many as there are checkouts. */
function ordersInReach(tx: Tx, { customerId, from, to }: MainOrderPage['filters']) {
  let orders = tx.selectFrom('orders as f');
  if (customerId !== undefined) orders = orders.where('f.customer_id', '=', customerId);
  if (from !== undefined) orders = orders.where('f.created_at', '>=', from);
  if (to !== undefined) orders = orders.where('f.created_at', '<', to);
  return orders;
}

/** Checkouts, each with as much of it as the actor may see. */
export async function listMainOrders(
  tx: Tx,
  actor: Actor,
  request: MainOrderPage,
): Promise<Page<MainOrderRow>> {
  const { search, filters, sort } = request;
  // An order is as old as its checkout, and there is an index of a location's orders by age.
  const age = actor.locations ? ['f.created_at', 'f.id'] : ['m.created_at', 'm.id'];
  const sorted = { createdAt: age.map((column) => sql.ref(column)), number: [sql.ref('m.number')] };
  let filtered = checkoutsOf(tx, actor);
  if (filters.customerId !== undefined) filtered = filtered.where('m.customer_id', '=', filters.customerId);
  if (filters.source !== undefined) filtered = filtered.where('m.source', '=', filters.source);
  if (filters.from !== undefined) filtered = filtered.where('m.created_at', '>=', filters.from);
  if (filters.to !== undefined) filtered = filtered.where('m.created_at', '<', filters.to);
  let common = false;
  let few: ReturnType<typeof foundCheckouts> = null;
  if (search) {
    const number = /^(?:m-?)?\s*(\d{1,15})$/i.exec(search)?.[1];
    const { ids, many, byPhone, pattern } = await customersFor(tx, search);
    common = many && !byPhone;
    const byItself =
      number === undefined
        ? sql<boolean>`m.external_id = ${search}`
        : sql<boolean>`(m.external_id = ${search} OR m.number = ${Number(number)})`;
    if (!common) few = foundCheckouts(tx, actor, request, { ids, byItself });
    filtered = filtered.where(
      common
        ? sql<boolean>`EXISTS (SELECT FROM orders o WHERE o.main_order_id = m.id AND o.customer_name ILIKE ${pattern})`
        : sql<boolean>`(m.customer_id = ANY (${ids}::uuid[]) OR ${byItself})`,
    );
  }
  // One location has one order of each checkout: these are counted without looking the checkouts up.
  const isWhole = actor.locations?.length === 1 && !search && Object.keys(filters).length === 0;
  const orders =
    actor.locations && !search && filters.source === undefined ? ordersInReach(tx, filters) : undefined;
  const page = await listPage(tx, few?.query ?? filtered, {
    request,
    ...(few && { late: few.late }),
    counted: isWhole ? orders : undefined,
    guessed: orders,
    located: orders && { actor, location: undefined, table: 'orders', column: 'f.location_id' },
    guessTotal: common,
    sharedBy: actor.locations?.join() ?? 'all',
    order: { columns: sorted[sort?.field ?? 'createdAt'], direction: sort?.order ?? 'desc' },
    select: (query) =>
      query.select([
        'm.id as _id',
        'm.number',
        'm.fulfilment',
        'm.payment_type as paymentType',
        'm.source',
        'm.external_id as externalId',
        'm.created_at as createdAt',
        sql<RowRead['parts']>`(SELECT json_agg(json_build_object('status', o.status, 'total', o.total,
          'customerName', o.customer_name)) FROM orders o WHERE o.main_order_id = m.id)`.as('parts'),
      ]),
  });
  return { ...page, records: (page.records as unknown as RowRead[]).map(toRow) };
}

const toRow = ({ number, parts, ...row }: RowRead): MainOrderRow => ({
  ...row,
  number: mainOrderNumber(number),
  customerName: parts[0]?.customerName ?? '',
  status: mainOrderStatus(parts.map((part) => part.status)),
  orderCount: parts.length,
  total: parts.reduce((sum, part) => sum + part.total, 0),
});

interface ViewRead
  extends Omit<MainOrder, 'number' | 'status' | 'customer' | 'total' | 'paid' | 'refunded' | 'orders'> {
  number: number;
  customerId: string;
  email: string | null;
  orders:
    | (Omit<OrderRow, 'number'> & { number: number; customerPhone: string; paid: number; refunded: number })[]
    | null;
}

export async function getMainOrder(tx: Tx, id: string): Promise<MainOrder> {
  const { rows } = await sql<ViewRead>`
    SELECT m.id AS "_id", m.number, m.fulfilment, m.payment_type AS "paymentType", m.source,
      m.external_id AS "externalId", m.note, m.created_at AS "createdAt", m.customer_id AS "customerId",
      (SELECT c.email FROM customers c WHERE c.id = m.customer_id) AS email,
      (SELECT json_agg(json_build_object('_id', o.id, 'number', o.number, 'locationId', o.location_id,
          'locationName', l.name, 'customerName', o.customer_name, 'customerPhone', o.customer_phone,
          'status', o.status, 'dispatchStatus', o.dispatch_status, 'headlineStatus', o.headline_status,
          'fulfilment', o.fulfilment, 'lineCount', o.line_count, 'total', o.total, 'paymentType', o.payment_type,
          'slot', CASE WHEN o.slot_from IS NOT NULL
            THEN json_build_object('from', iso(o.slot_from), 'to', iso(o.slot_to)) END,
          'createdAt', iso(o.created_at), 'version', o.version, 'paid', o.paid, 'refunded', o.refunded)
          ORDER BY o.number)
        FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.main_order_id = m.id) AS orders
    FROM main_orders m WHERE m.id = ${id}`.execute(tx);
  const { customerId, email, orders, ...main } = mustFind(rows[0], 'Main order');
  const parts = orders ?? [];
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    ...main,
    number: mainOrderNumber(main.number),
    status: mainOrderStatus(parts.map((part) => part.status)),
    customer: {
      _id: customerId,
      name: parts[0]?.customerName ?? '',
      phone: parts[0]?.customerPhone ?? '',
      email,
    },
    total: sum((part) => part.total),
    paid: sum((part) => part.paid),
    refunded: sum((part) => part.refunded),
    orders: parts.map(({ customerPhone: _phone, paid: _paid, refunded: _refunded, number, ...row }) => ({
      ...row,
      number: orderNumber(number),
    })),
  };
}
