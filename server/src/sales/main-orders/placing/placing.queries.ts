import type { MainOrderInput } from '@aisle/contract/sales/main-orders/main-orders';
import { countItems } from '@aisle/contract/sales/orders/item-count';
import type { DispatchStatus, OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import { type RawBuilder, sql } from 'kysely';
import { systemActor } from '../../../core/audit.ts';
import { changeRows } from '../../../core/changes/record-change.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { recordPayments } from '../../../ledgers/gateways/record-payments.queries.ts';
import type { KeptFacts } from '../../promotions/candidates.queries.ts';
import type { Buyer } from '../basket.queries.ts';
import type { Basket, BasketLine, BasketOrder } from '../basket.ts';
import type { CoinPart } from '../benefits/coin-share.ts';
import type { CardPart } from '../benefits/tenders.ts';

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

/** Numbers are reserved first: row-level security hides a new main order from staff until its orders exist. */
export async function nextNumbers(tx: Tx, orders: number): Promise<{ main: number; orders: number[] }> {
  const { rows } = await sql<{ main: number; orders: string[] }>`
    SELECT nextval('main_order_number') AS main,
      ARRAY(SELECT nextval('order_number')::text FROM generate_series(1, ${orders}::int)) AS orders`.execute(
    tx,
  );
  return { main: rows[0]!.main, orders: rows[0]!.orders.map(Number) };
}

/** The person named on the order. */
export interface OrderedBy {
  name: string;
  phone: string;
  /** The email sent with the order, and the name if it differs from the account's; null if the account's apply. */
  contact: { firstName?: string; lastName?: string; email: string | null } | null;
}

export interface PlacedOrder {
  id: string;
  number: number;
  eventId: string;
  order: BasketOrder;
  coins: CoinPart;
  /** The payment with store credit; its amount is 0 without one. */
  credit: { paymentId: string; amount: number };
  /** The payments with gift cards. */
  cards: readonly (CardPart & { paymentId: string })[];
  status: OrderStatus;
  headline: string;
  /** The reason in the timeline if the order is accepted immediately. */
  accepted: string;
  lines: readonly (BasketLine & { id: string })[];
}

interface Placing {
  id: string;
  number: number;
  input: MainOrderInput;
  buyer: Buyer;
  orderedBy: OrderedBy;
  basket: Basket;
  orders: readonly PlacedOrder[];
  actor: Actor;
  dispatchStatus: DispatchStatus | null;
}

/** Inserts a main order with its orders, lines, events and payments, and records them, in one statement. */
export async function insertMainOrder(tx: Tx, placing: Placing): Promise<void> {
  // Called once, because it creates the IDs of the events.
  const steps = stepsOf(placing);
  await sql`
    WITH main AS (${mainOrderInsert(placing)}),
    wanted AS (${orderRows(placing, steps)}),
    placed AS (${ordersInsert(placing)}),
    lines AS (${linesInsert(placing)}),
    events AS (${eventsInsert(steps)}),
    payments AS (${paymentsInsert(placing)}),
    announced AS (${recordPayments('create', sql`FROM payments`)}),
    ${promotionInserts(placing)}
    ${placedChanges(placing)} SELECT`.execute(tx);
}

const mainOrderInsert = ({ id, number, input, buyer, actor }: Placing) => sql`
  INSERT INTO main_orders (id, number, customer_id, fulfilment, payment_type, source, external_id, api_key_id,
    note, placed_by)
  VALUES (${id}, ${number}, ${buyer.id}, ${input.fulfilment}, ${input.paymentType},
    ${actor.apiKeyId ? 'storefront' : 'staff'}, ${input.externalId ?? null}, ${actor.apiKeyId},
    ${input.note || null}, ${actor.userId})`;

const ordered = ({ quantity, soldByWeight }: BasketLine) => ({
  quantity,
  soldByWeight,
  pickedQuantity: null,
  removed: false,
});

/** The values that differ between the orders of a checkout. */
function orderRows(
  { orders, basket, buyer }: Placing,
  steps: ReturnType<typeof stepsOf>,
): RawBuilder<unknown> {
  const dueAt = new Date(Date.now() + basket.settings.paymentWindowMinutes * 60_000).toISOString();
  const rows = orders.map(({ id, number, order, coins, status, headline, lines }) => ({
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
    unitCount: countItems(lines.map(ordered)).units,
    lineCount: lines.length,
    commissionRate: order.location!.commissionRate,
    distanceKm: order.distanceKm,
    discountPercent: order.pricing?.planPercent ?? buyer.plan?.discountPercent ?? 0,
    coinMultiplier: order.pricing?.coinMultiplier ?? buyer.plan?.coinMultiplier ?? 1,
    bonusCoins: order.pricing?.bonusCoins ?? 0,
    deliveryDiscount: order.pricing?.deliveryDiscount ?? 0,
    promotions: order.pricing?.promotions ?? null,
    deliverySaved: order.benefits?.deliverySaved ?? null,
    events: steps
      .filter(({ orderId }) => orderId === id)
      .map(({ kind, from, to, by, note }) => ({ kind, from, to, by, note })),
    parts: lines.map((line) => ['orderLine', 'created', line.id]),
  }));
  return sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS wanted ("locationId" uuid, id uuid,
      number bigint, "itemsTotal" bigint, "discountTotal" bigint, "taxTotal" bigint, "deliveryFee" bigint,
      total bigint, "unitCount" integer, "lineCount" integer, "commissionRate" numeric, "distanceKm" double precision, status text,
      headline text, "dueAt" timestamptz, coins bigint, "deliverySaved" bigint, "discountPercent" numeric,
      "coinMultiplier" numeric, "bonusCoins" bigint, "deliveryDiscount" bigint, promotions jsonb, events jsonb, parts jsonb)`;
}

const ordersInsert = ({ id, input, buyer, orderedBy, basket, dispatchStatus }: Placing) => sql`
  INSERT INTO orders (location_id, id, number, main_order_id, customer_id, customer_name, customer_phone, contact, status,
    dispatch_status, headline_status, fulfilment, payment_type, items_total, discount_total, tax_total,
    delivery_fee, total, unit_count, line_count, commission_rate, slot_from, slot_to, address, distance_km, note,
    payment_due_at, coins_used, plan_id, plan_edition, plan_name, discount_percent, coin_multiplier, delivery_saved,
    bonus_coins, delivery_discount, promotions, refunds_in_proportion)
  SELECT w."locationId", w.id, w.number, ${id}, ${buyer.id}, ${orderedBy.name}, ${orderedBy.phone},
    ${orderedBy.contact && JSON.stringify(orderedBy.contact)}::jsonb,
    w.status, ${dispatchStatus}, w.headline, ${input.fulfilment}, ${input.paymentType},
    w."itemsTotal", w."discountTotal", w."taxTotal", w."deliveryFee", w.total, w."unitCount", w."lineCount",
    w."commissionRate", ${input.slot?.from ?? null}::timestamptz, ${input.slot?.to ?? null}::timestamptz,
    ${basket.address ? JSON.stringify(basket.address) : null}::jsonb, w."distanceKm", ${input.note || null},
    w."dueAt", w.coins, ${buyer.plan?.planId ?? null}::uuid, ${buyer.plan?.edition ?? null}::integer,
    ${buyer.plan?.name ?? null}, w."discountPercent", w."coinMultiplier", w."deliverySaved", w."bonusCoins",
    w."deliveryDiscount", w.promotions, true
  FROM wanted w`;

function linesInsert({ orders }: Placing): RawBuilder<unknown> {
  const rows = orders.flatMap(({ id, order, lines }) =>
    lines.map((line, index) => ({
      locationId: order.locationId,
      orderId: id,
      id: line.id,
      position: index + 1,
      subProductId: line.subProductId,
      productName: line.productName,
      name: line.name,
      sku: line.sku,
      unit: line.unit,
      soldByWeight: line.soldByWeight,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      priceSource: line.priceSource,
      discounts: line.discounts.length > 0 ? line.discounts : null,
      discount: line.discount,
      taxRate: line.taxRate,
      taxSource: line.taxSource,
      tax: line.tax,
      total: line.total,
      commissionRate: line.commissionRate,
    })),
  );
  return sql`
    INSERT INTO order_lines (location_id, order_id, id, position, sub_product_id, product_name, name, sku, unit,
      sold_by_weight, quantity, unit_price, discount, tax_rate, tax, total, commission_rate, price_source, tax_source,
      discounts)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line ("locationId" uuid, "orderId" uuid,
      id uuid, position integer, "subProductId" uuid, "productName" text, name text, sku text, unit text, "soldByWeight" boolean,
      quantity numeric, "unitPrice" bigint, discount bigint, "taxRate" numeric, tax bigint, total bigint,
      "commissionRate" numeric, "priceSource" text, "taxSource" text, discounts jsonb)`;
}

/** The promotions that the orders use, and those among which an edit chooses. */
function promotionInserts({ id: mainOrderId, orders, buyer, actor }: Placing): RawBuilder<unknown> {
  const priced = orders.flatMap(({ id: orderId, order: { locationId, pricing } }) =>
    pricing ? [{ locationId, orderId, pricing }] : [],
  );
  if (priced.length === 0) return sql``;
  const facts: KeptFacts = {
    source: actor.apiKeyId ? 'storefront' : 'staff',
    plan: buyer.plan && {
      planId: buyer.plan.planId,
      name: buyer.plan.name,
      discountPercent: buyer.plan.discountPercent,
      coinMultiplier: buyer.plan.coinMultiplier,
    },
  };
  const uses = priced.flatMap(({ pricing, ...key }) => pricing.uses.map((use) => ({ ...key, ...use })));
  const kept = priced.map(({ pricing, ...key }) => ({ ...key, candidates: pricing.keptCandidates() }));
  return sql`
    uses AS (INSERT INTO promotion_uses (location_id, order_id, promotion_id, edition, main_order_id, customer_id, code,
        discount, by_location, by_vendor, living)
      SELECT use."locationId", use."orderId", use."promotionId", use.edition, ${mainOrderId}, ${buyer.id}, use.code,
        use.discount, use."byLocation", use."byVendor", false
      FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS use ("locationId" uuid, "orderId" uuid,
        "promotionId" uuid, edition integer, code text, discount bigint, "byLocation" bigint, "byVendor" bigint)),
    candidates AS (INSERT INTO order_candidates (location_id, order_id, facts, candidates)
      SELECT kept."locationId", kept."orderId", ${JSON.stringify(facts)}::jsonb, kept.candidates
      FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS kept ("locationId" uuid, "orderId" uuid,
        candidates jsonb)),`;
}

/** The first events of each order: placed, and accepted immediately if coins cover it or it is paid on delivery. */
const stepsOf = ({ orders, actor }: Placing) =>
  orders.flatMap(({ id, eventId, order, status, accepted: note }) => {
    const event = { locationId: order.locationId, orderId: id, kind: 'order' };
    const placed = { ...event, id: eventId, from: null, to: 'pending', userId: actor.userId, by: actor.name };
    if (status === 'pending') return [{ ...placed, note: null }];
    const accepted = {
      ...event,
      id: newId(),
      from: 'pending',
      to: status,
      userId: null,
      by: systemActor.name,
    };
    return [
      { ...placed, note: null },
      { ...accepted, note },
    ];
  });

const eventsInsert = (steps: ReturnType<typeof stepsOf>) => sql`
    INSERT INTO order_events (location_id, order_id, id, kind, from_status, to_status, user_id, actor_name, note)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS event ("locationId" uuid, "orderId" uuid,
      id uuid, kind text, "from" text, "to" text, "userId" uuid, by text, note text)`;

/** The payments with coins, store credit and gift cards, which are authorised, and the payment due for the rest. */
function paymentsInsert({ orders, input }: Placing): RawBuilder<unknown> {
  const rows = orders.flatMap(({ id, order: { locationId, total }, coins, credit, cards }) => {
    const payment = { locationId, orderId: id };
    const held = [
      { id: newId(), provider: 'coins', amount: coins.amount, reference: `${coins.coins} coins` },
      { id: credit.paymentId, provider: 'storeCredit', amount: credit.amount, reference: null },
      ...cards.map(({ paymentId, giftCardId, last4, amount }) => ({
        id: paymentId,
        provider: 'giftCard',
        amount,
        reference: last4,
        giftCardId,
      })),
    ].filter(({ amount }) => amount > 0);
    const due = held.reduce((left, { amount }) => left - amount, total);
    return [
      ...held.map((one) => ({
        ...payment,
        ...one,
        kind: one.provider,
        status: 'authorised',
        authorised: one.amount,
      })),
      ...(due > 0 || held.length === 0
        ? [{ ...payment, id: newId(), kind: input.paymentType, status: 'due', amount: due }]
        : []),
    ];
  });
  return sql`
    INSERT INTO payments (location_id, order_id, id, kind, provider, status, amount, authorised, reference, gift_card_id)
    SELECT p."locationId", p."orderId", p.id, p.kind, p.provider, p.status, p.amount, p.authorised, p.reference, p."giftCardId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p ("locationId" uuid, "orderId" uuid, id uuid,
      kind text, provider text, status text, amount bigint, authorised bigint, reference text, "giftCardId" uuid)
    RETURNING location_id, order_id, id`;
}

function placedChanges({ actor, buyer, dispatchStatus }: Placing): RawBuilder<unknown> {
  const news = sql`jsonb_build_object('number', format_number('order', w.number), 'status', w.status,
    'dispatchStatus', ${dispatchStatus}::text, 'headlineStatus', w.headline, 'version', 1)`;
  return changeRows(
    actor,
    {
      action: 'create',
      resource: 'orders',
      recordId: sql`w.id`,
      locationId: sql`w."locationId"`,
      version: sql`1`,
      after: sql`jsonb_build_object('number', format_number('order', w.number), 'total', w.total,
        'customerId', ${buyer.id}::text)`,
      data: news,
      snapshot: sql`${news} || jsonb_build_object('total', w.total, 'events', w.events, 'parts', w.parts)`,
    },
    sql`FROM wanted w`,
  );
}
