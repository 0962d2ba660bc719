import { formatNumber, numbersBeginning } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type { MainOrder, MainOrderPage, MainOrderRow } from '@aisle/contract/sales/main-orders/main-orders';
import { mainOrderStatus } from '@aisle/contract/sales/main-orders/main-orders';
import { discountsOf, sumDiscounts } from '@aisle/contract/sales/main-orders/order-benefits';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import {
  type KeptOrderPromotions,
  promotionDiscounts,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { allOf, conditionsOf, type FilterConditions } from '../../core/list/filters.ts';
import { fixedLimits, type List, listOf } from '../../core/list/list.ts';
import { hasNumber } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { findCustomers } from '../../customers/customers/customer-search.queries.ts';
import { nextActionOf } from '../orders/order-view.queries.ts';
import { type FoundCheckouts, foundCheckouts } from './found-checkouts.queries.ts';

interface RowRead extends Omit<MainOrderRow, 'number' | 'status' | 'orderCount' | 'customerName' | 'total'> {
  number: number;
  parts: { status: OrderStatus; total: number; customerName: string }[];
}

interface CheckoutSource {
  from: RawBuilder<unknown>;
  conditions: RawBuilder<SqlBool>[];
}
/** Checkouts `m`. Users of specific locations read them through `f`, the first order of each that they can see. */
function checkoutsOf({ locations }: Actor): CheckoutSource {
  if (!locations) return { from: sql`main_orders m`, conditions: [] };
  const from = sql`orders f JOIN main_orders m ON m.id = f.main_order_id`;
  const [only, ...others] = locations;
  if (others.length === 0) return { from, conditions: [sql`f.location_id = ${only ?? null}`] };
  const isFirst = sql<SqlBool>`f.location_id = ANY (${locations}::uuid[]) AND NOT EXISTS (
    SELECT FROM orders g WHERE g.main_order_id = f.main_order_id AND g.id < f.id
      AND g.location_id = ANY (${locations}::uuid[]))`;
  return { from, conditions: [isFirst] };
}

const filterConditions: FilterConditions<MainOrderPage['filters']> = {
  customerId: (value) => sql`m.customer_id = (SELECT remaining_customer(${value}))`,
  source: (value) => sql`m.source = ${value}`,
  from: (value) => sql`m.created_at >= ${value}`,
  to: (value) => sql`m.created_at < ${value}`,
};

/** The orders in reach, which are about as many as the checkouts. A checkout at several locations counts several times. */
function ordersInReach(tx: Tx, { customerId, from, to }: MainOrderPage['filters']) {
  let orders = tx.selectFrom('orders as f');
  if (customerId !== undefined)
    orders = orders.where('f.customer_id', '=', sql<string>`(SELECT remaining_customer(${customerId}))`);
  if (from !== undefined) orders = orders.where('f.created_at', '>=', from);
  if (to !== undefined) orders = orders.where('f.created_at', '<', to);
  return orders;
}

const checkoutRow = sql.raw(`m.id AS "_id", m.number, m.fulfilment, m.payment_type AS "paymentType", m.source,
  m.external_id AS "externalId", m.created_at AS "createdAt",
  (SELECT json_agg(json_build_object('status', o.status, 'total', o.total, 'customerName', o.customer_name))
    FROM orders o WHERE o.main_order_id = m.id) AS parts`);

/** Lists checkouts with the parts that the actor can see. */
export async function listMainOrders(
  tx: Tx,
  actor: Actor,
  request: MainOrderPage,
): Promise<List<Page<MainOrderRow>>> {
  const { search, filters, sort } = request;
  // An order is as old as its checkout, and an index sorts the orders of a location by age.
  const age = actor.locations ? ['f.created_at', 'f.id'] : ['m.created_at', 'm.id'];
  const sortColumns = { createdAt: age.map((column) => sql.ref(column)), number: [sql.ref('m.number')] };
  const { from, conditions } = checkoutsOf(actor);
  const found = search ? await searched(tx, actor, request, search) : undefined;
  const fits = allOf([
    ...conditions,
    ...conditionsOf(filterConditions, filters),
    ...(found ? [found.condition] : []),
  ]);
  const few = found?.few;
  // One location has one order per checkout, so these are counted without reading the checkouts.
  const isWhole = actor.locations?.length === 1 && !search && Object.keys(filters).length === 0;
  const orders =
    actor.locations && !search && filters.source === undefined ? ordersInReach(tx, filters) : undefined;
  const matching = few ? sql`SELECT FROM ${few.keys}` : sql`SELECT FROM ${from} WHERE ${fits}`;
  return listOf(tx, isWhole && orders ? orders : matching, {
    request,
    sort: { columns: sortColumns[sort?.field ?? 'createdAt'], direction: sort?.order ?? 'desc' },
    id: sql.ref('m.id'),
    locationScope: orders && {
      actor,
      location: undefined,
      table: 'orders',
      column: 'f.location_id',
      estimated: orders,
    },
    exactUpTo: found?.isCommon ? 0 : undefined,
    sharedBy: `checkouts ${actor.locations?.join() ?? 'everywhere'}`,
    rows: (page) =>
      few
        ? sql<RowRead>`SELECT ${checkoutRow}, ${page.cursor}, found._total FROM ${few.page({ ...page, ...fixedLimits(request) })} ${page.orderBy}`
        : sql<RowRead>`SELECT ${checkoutRow}, ${page.cursor} FROM ${from} WHERE ${fits} AND ${page.after}
            ${page.orderBy} ${page.limit}`,
    toRow,
  });
}

interface FoundBySearch {
  condition: RawBuilder<SqlBool>;
  few: FoundCheckouts | null;
  /** The name matches too many customers: counting their checkouts would read most of the table. */
  isCommon: boolean;
}
async function searched(
  tx: Tx,
  actor: Actor,
  request: MainOrderPage,
  search: string,
): Promise<FoundBySearch> {
  const numbers = numbersBeginning('checkout', search);
  const { ids, many, byPhone } = await findCustomers(tx, search);
  if (many && !byPhone) {
    const condition = sql<SqlBool>`EXISTS (
      SELECT FROM orders o WHERE o.main_order_id = m.id AND ${hasWords(search, 'o.customer_name')})`;
    return { condition, few: null, isCommon: true };
  }
  const byItself =
    numbers.length === 0
      ? sql<boolean>`m.external_id = ${search}`
      : sql<boolean>`(m.external_id = ${search} OR ${hasNumber('m.number', 'main_orders', numbers)})`;
  return {
    condition: sql`(m.customer_id = ANY (${ids}::uuid[]) OR ${byItself})`,
    few: foundCheckouts(actor, request, { ids, byItself }),
    isCommon: false,
  };
}

const toRow = ({ parts, ...row }: RowRead): MainOrderRow => ({
  _id: row._id,
  number: formatNumber('checkout', row.number),
  customerName: parts[0]?.customerName ?? '',
  fulfilment: row.fulfilment,
  paymentType: row.paymentType,
  source: row.source,
  externalId: row.externalId,
  status: mainOrderStatus(parts.map((part) => part.status)),
  orderCount: parts.length,
  total: parts.reduce((sum, part) => sum + part.total, 0),
  createdAt: row.createdAt,
});

type Derived = 'number' | 'status' | 'customer' | 'total' | 'discounts' | 'paid' | 'refunded' | 'orders';
interface ViewRead extends Omit<MainOrder, Derived> {
  number: number;
  customerId: string;
  accountEmail: string | null;
  orders:
    | {
        row: Omit<MainOrder['orders'][number], 'number'> & { number: number };
        sums: OrderSums;
      }[]
    | null;
}
interface OrderSums {
  customerPhone: string;
  contact: { email: string | null } | null;
  paid: number;
  refunded: number;
  discountTotal: number;
  plan: { planId: string; name: string } | null;
  promotions: KeptOrderPromotions | null;
  lines: Pick<OrderLine, 'unitPrice' | 'quantity' | 'pickedQuantity' | 'removed' | 'discounts'>[] | null;
}

const discountsOfOrder = ({ plan, discountTotal, lines, promotions }: OrderSums) =>
  discountsOf(plan, discountTotal, promotionDiscounts(lines ?? [], promotions, null));

/** API keys get the customer's data from the order, not the email of the marketplace's record. */
export async function getMainOrder(tx: Tx, actor: Actor, id: string): Promise<MainOrder> {
  const { rows } = await sql<ViewRead>`
    SELECT m.id AS "_id", m.number, m.fulfilment, m.payment_type AS "paymentType", m.source,
      m.external_id AS "externalId", m.note, m.created_at AS "createdAt", m.customer_id AS "customerId",
      (SELECT c.email FROM customers c WHERE c.id = m.customer_id) AS "accountEmail",
      (SELECT json_agg(json_build_object('row', json_build_object('_id', o.id, 'number', o.number,
          'locationId', o.location_id, 'locationName', l.name, 'timeZone', l.time_zone,
          'customerName', o.customer_name,
          'status', o.status, 'dispatchStatus', o.dispatch_status, 'headlineStatus', o.headline_status,
          'fulfilment', o.fulfilment, 'unitCount', o.unit_count, 'lineCount', o.line_count, 'total', o.total, 'paid', o.paid, 'paymentType', o.payment_type,
          'slot', CASE WHEN o.slot_from IS NOT NULL
            THEN json_build_object('from', iso(o.slot_from), 'to', iso(o.slot_to)) END,
          'owner', CASE WHEN o.owner_id IS NOT NULL
            THEN json_build_object('_id', o.owner_id, 'name', o.owner_name) END, 'tags', o.tags,
          'createdAt', iso(o.created_at), 'version', o.version, 'nextAction', ${sql.raw(nextActionOf)}),
          'sums', json_build_object('customerPhone', o.customer_phone, 'contact', o.contact, 'paid', o.paid, 'refunded', o.refunded,
            'discountTotal', o.discount_total, 'plan', CASE WHEN o.plan_id IS NOT NULL
              THEN json_build_object('planId', o.plan_id, 'name', o.plan_name) END, 'promotions', o.promotions,
            'lines', (SELECT json_agg(json_build_object('unitPrice', n.unit_price, 'quantity', n.quantity,
                'pickedQuantity', n.picked_quantity, 'removed', n.removed, 'discounts', n.discounts) ORDER BY n.position)
              FROM order_lines n WHERE n.location_id = o.location_id AND n.order_id = o.id AND n.discounts IS NOT NULL)))
          ORDER BY o.number)
        FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.main_order_id = m.id) AS orders
    FROM main_orders m WHERE m.id = ${id}`.execute(tx);
  const { customerId, accountEmail, orders, ...main } = mustFind(rows[0], 'Main order');
  const parts = orders ?? [];
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const [first] = parts;
  const contact = first?.sums.contact;
  return {
    ...main,
    number: formatNumber('checkout', main.number),
    status: mainOrderStatus(parts.map(({ row }) => row.status)),
    customer: {
      _id: customerId,
      name: first?.row.customerName ?? '',
      phone: first?.sums.customerPhone ?? '',
      email: actor.userType === 'program' ? null : contact ? contact.email : accountEmail,
    },
    total: sum(({ row }) => row.total),
    discounts: sumDiscounts(parts.flatMap(({ sums }) => discountsOfOrder(sums))),
    paid: sum(({ sums }) => sums.paid),
    refunded: sum(({ sums }) => sums.refunded),
    orders: parts.map(({ row }) => ({ ...row, number: formatNumber('order', row.number) })),
  };
}
