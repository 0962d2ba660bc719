import type { MainOrderInput } from '@aisle/contract/main-orders';
import type { DispatchStatus, OrderStatus } from '@aisle/contract/order-flow';
import { sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import type { Buyer } from './basket.queries.ts';
import type { Basket, BasketLine, BasketOrder } from './basket.ts';
import type { CoinPart } from './coin-share.ts';

export async function earlierByExternalId(
  tx: Tx,
  apiKeyId: string,
  externalId: string,
): Promise<{ _id: string; number: number } | undefined> {
  return tx
    .selectFrom('main_orders')
    .select(['id as _id', 'number'])
    .where('api_key_id', '=', apiKeyId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

/** Taken beforehand: people of single locations cannot read back a main order before its orders are there. */
export async function nextNumbers(tx: Tx, orders: number): Promise<{ main: number; orders: number[] }> {
  const { rows } = await sql<{ main: number; orders: string[] }>`
    SELECT nextval('main_order_number') AS main,
      ARRAY(SELECT nextval('order_number')::text FROM generate_series(1, ${orders}::int)) AS orders`.execute(
    tx,
  );
  return { main: rows[0]!.main, orders: rows[0]!.orders.map(Number) };
}

interface Placing {
  id: string;
  number: number;
  input: MainOrderInput;
  buyer: Buyer;
  basket: Basket;
  orders: readonly {
    id: string;
    number: number;
    eventId: string;
    order: BasketOrder;
    coins: CoinPart;
    status: OrderStatus;
    headline: string;
    /** Why it is accepted at once, where it is. */
    accepted: string;
    lines: readonly (BasketLine & { id: string })[];
  }[];
  actor: Actor;
  dispatchStatus: DispatchStatus | null;
}

/** Writes a main order with its orders, lines, events and payments, and tells of it, in one statement. */
export async function insertMainOrder(tx: Tx, placing: Placing): Promise<void> {
  const { input, buyer, basket, actor } = placing;
  const dueAt = new Date(Date.now() + basket.settings.paymentWindowMinutes * 60_000).toISOString();
  const orders = placing.orders.map(({ id, number, order, coins, status, headline }) => ({
    status,
    headline,
    dueAt: status === 'pending' ? dueAt : null,
    coins: coins.coins,
    locationId: order.locationId,
    id,
    number,
    itemsTotal: order.itemsTotal,
    discountTotal: order.discountTotal,
    taxTotal: order.taxTotal,
    deliveryFee: order.deliveryFee,
    total: order.total,
    lineCount: order.lines.length,
    commissionRate: order.location!.commissionRate,
    distanceKm: order.distanceKm,
    auditId: newId(),
  }));
  const payments = placing.orders.flatMap(
    ({ id, order: { locationId, total }, coins: { coins, amount } }) => {
      const due = {
        locationId,
        orderId: id,
        id: newId(),
        kind: input.paymentType,
        status: 'due',
        amount: total - amount,
      };
      const promised = {
        locationId,
        orderId: id,
        id: newId(),
        kind: 'coins',
        status: 'authorised',
        amount,
        coins,
      };
      return [...(amount > 0 ? [promised] : []), ...(total > amount || amount === 0 ? [due] : [])];
    },
  );
  const lines = placing.orders.flatMap(({ id, order, lines: own }) =>
    own.map((line, index) => ({
      locationId: order.locationId,
      orderId: id,
      id: line.id,
      position: index + 1,
      subProductId: line.subProductId,
      name: line.name,
      sku: line.sku,
      unit: line.unit,
      soldByWeight: line.soldByWeight,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      discount: line.discount,
      taxRate: line.taxRate,
      tax: line.tax,
      total: line.total,
      commissionRate: line.commissionRate,
    })),
  );
  await sql`
    WITH main AS (
      INSERT INTO main_orders (id, number, customer_id, fulfilment, payment_type, source, external_id, api_key_id,
        note, placed_by)
      VALUES (${placing.id}, ${placing.number}, ${buyer.id}, ${input.fulfilment}, ${input.paymentType},
        ${actor.apiKeyId ? 'storefront' : 'staff'}, ${input.externalId ?? null}, ${actor.apiKeyId},
        ${input.note || null}, ${actor.userId})
    ), wanted AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) AS wanted ("locationId" uuid, id uuid,
        number bigint, "itemsTotal" bigint, "discountTotal" bigint, "taxTotal" bigint, "deliveryFee" bigint,
        total bigint, "lineCount" integer, "commissionRate" numeric, "distanceKm" double precision,
        "auditId" uuid, status text, headline text, "dueAt" timestamptz, coins bigint)
    ), placed AS (
      INSERT INTO orders (location_id, id, number, main_order_id, customer_id, customer_name, customer_phone, status,
        dispatch_status, headline_status, fulfilment, payment_type, items_total, discount_total, tax_total,
        delivery_fee, total, line_count, commission_rate, slot_from, slot_to, address, distance_km, note,
        payment_due_at, coins_used)
      SELECT w."locationId", w.id, w.number, ${placing.id}, ${buyer.id}, ${buyer.name}, ${buyer.phone},
        w.status, ${placing.dispatchStatus}, w.headline, ${input.fulfilment}, ${input.paymentType},
        w."itemsTotal", w."discountTotal", w."taxTotal", w."deliveryFee", w.total, w."lineCount",
        w."commissionRate", ${input.slot?.from ?? null}::timestamptz, ${input.slot?.to ?? null}::timestamptz,
        ${basket.address ? JSON.stringify(basket.address) : null}::jsonb, w."distanceKm", ${input.note || null},
        w."dueAt", w.coins
      FROM wanted w
    ), lines AS (
      INSERT INTO order_lines (location_id, order_id, id, position, sub_product_id, name, sku, unit, sold_by_weight,
        quantity, unit_price, discount, tax_rate, tax, total, commission_rate)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS line ("locationId" uuid, "orderId" uuid,
        id uuid, position integer, "subProductId" uuid, name text, sku text, unit text, "soldByWeight" boolean,
        quantity numeric, "unitPrice" bigint, discount bigint, "taxRate" numeric, tax bigint, total bigint,
        "commissionRate" numeric)
    ), events AS (
      INSERT INTO order_events (location_id, order_id, id, kind, from_status, to_status, user_id, actor_name, note)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(eventsOf(placing))}::jsonb) AS event ("locationId" uuid,
        "orderId" uuid, id uuid, kind text, "from" text, "to" text, "userId" uuid, by text, note text)
    ), payments AS (
      INSERT INTO payments (location_id, order_id, id, kind, provider, status, amount, authorised, reference)
      SELECT p."locationId", p."orderId", p.id, p.kind, CASE WHEN p.coins > 0 THEN 'coins' END, p.status, p.amount,
        CASE WHEN p.coins > 0 THEN p.amount END, p.coins || ' coins'
      FROM jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) AS p ("locationId" uuid, "orderId" uuid, id uuid,
        kind text, status text, amount bigint, coins bigint)
    ), met AS (
      INSERT INTO customer_locations (customer_id, location_id)
      SELECT ${buyer.id}::uuid, w."locationId" FROM wanted w ON CONFLICT DO NOTHING
    ), told AS (
      INSERT INTO live_events (topic, action, record_id, location_id, permission, data)
      SELECT 'orders', 'placed', w.id, w."locationId", 'order_list',
        jsonb_build_object('number', 'O-' || w.number, 'status', w.status,
          'dispatchStatus', ${placing.dispatchStatus}::text, 'headlineStatus', w.headline, 'version', 1)
      FROM wanted w
    )
    INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, location_id, after)
    SELECT w."auditId", ${actor.userId}, ${actor.name}, 'create', 'orders', w.id, w."locationId",
      jsonb_build_object('number', 'O-' || w.number, 'total', w.total, 'customerId', ${buyer.id}::text)
    FROM wanted w`.execute(tx);
}

/** How each order came to be: placed by somebody, and accepted at once where it is paid at the door. */
function eventsOf({ orders, actor }: Placing) {
  return orders.flatMap(({ id, eventId, order, status, accepted: note }) => {
    const event = { locationId: order.locationId, orderId: id, kind: 'order' };
    const made = { ...event, id: eventId, from: null, to: 'pending', userId: actor.userId, by: actor.name };
    if (status === 'pending') return [{ ...made, note: null }];
    const accepted = { ...event, id: newId(), from: 'pending', to: status, userId: null, by: 'System' };
    return [
      { ...made, note: null },
      { ...accepted, note },
    ];
  });
}
