import { countItems } from '@aisle/contract/sales/orders/item-count';
import {
  type DispatchStatus,
  headlineOf,
  type OrderStatus,
  type RefundStatus,
} from '@aisle/contract/sales/orders/order-flow';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { coinsFor, priceLine, totalsOf } from '@aisle/contract/sales/orders/pricing';
import type { LineDiscount } from '@aisle/contract/sales/promotions/promotion-discounts';
import type { Funder } from '@aisle/contract/sales/promotions/promotion-terms';
import { defaultSettings } from '@aisle/contract/system/settings';
import { commissionOn, saleEntries, sumOfParts } from '../../src/ledgers/money/accounts.ts';
import { promotionParts, sumParts } from '../../src/ledgers/money/money-plan.ts';
import { deliveryFeeFor, distanceBetween } from '../../src/sales/orders/lines/pricing.ts';
import { deliveryNotes, reasons } from '../data/notes.ts';
import { type Random, randomFor } from '../data/random.ts';
import { type Basket, type Checkout, checkOut, momentsOf } from './baskets.ts';
import type { EarnedCoins } from './coins.ts';
import { idAt } from './demo-ids.ts';
import { type Driver, type DriverRows, driverFor, writeDelivery } from './drivers.ts';
import type { Offers } from './offers.ts';
import { type Life, lifeOf, type Step } from './order-life.ts';
import type { Customer, Staff } from './people.ts';
import type { Shelves } from './shelves.ts';

const day = 86_400_000;
const morningUtc = 11 * 3_600_000;
type Row = Record<string, unknown>;

/** The rows of sixty days of sales, by table. */
export interface History extends DriverRows {
  mainOrders: Row[];
  orders: Row[];
  lines: Row[];
  events: Row[];
  payments: Row[];
  /** The records of the simulated gateway about the cards that paid. */
  gateway: Row[];
  refunds: Row[];
  reservations: Row[];
  journals: Row[];
  entries: Row[];
  coins: EarnedCoins[];
  customerLocations: Row[];
  promotionUses: Row[];
  candidates: Row[];
}
interface World {
  shelves: readonly Shelves[];
  customers: readonly Customer[];
  staff: readonly Staff[];
  drivers: readonly Driver[];
  offers: Offers;
  start: number;
  now: number;
  orders: number;
}

/** Simulates the shop from `start` to `now`: every order with its outcome. Reports the number of orders. */
export function liveThrough(world: World, report: (done: number, total: number) => void): History {
  const dice = randomFor('orders');
  const history: History = {
    mainOrders: [],
    orders: [],
    lines: [],
    events: [],
    payments: [],
    gateway: [],
    refunds: [],
    reservations: [],
    journals: [],
    entries: [],
    coins: [],
    customerLocations: [],
    promotionUses: [],
    candidates: [],
    trips: [],
    deliveries: [],
  };
  const met = new Set<string>();
  const choice = world.customers.map((customer) => [customer, customer.loyalty] as const);
  let morning = Math.floor(world.start / day) * day + morningUtc;
  for (const shelves of world.shelves) shelves.open(world.start);

  const moments = momentsOf(dice, world.start, world.now, world.orders);
  for (const [index, at] of moments.entries()) {
    report(index + 1, moments.length);
    while (morning + day <= at) {
      morning += day;
      for (const shelves of world.shelves) shelves.open(morning);
    }
    const checkout = nextCheckout(dice, at, choice, world.shelves);
    if (!checkout) continue;
    const { customer } = checkout;
    const main = idAt(at);
    history.mainOrders.push(mainOrderRow(main, checkout, dice));
    world.offers.completeSets(checkout);
    const pricings = world.offers.price(checkout);
    for (const [place, basket] of checkout.baskets.entries()) {
      placeOrder(history, world, dice, main, checkout, { ...basket, pricing: pricings[place] });
      const meeting = `${customer.id} ${basket.shelves.store.id}`;
      if (met.has(meeting)) continue;
      met.add(meeting);
      history.customerLocations.push({
        customer_id: customer.id,
        location_id: basket.shelves.store.id,
        since: new Date(at),
      });
    }
  }
  return history;
}

/** The next customer who finds enough items. Some leave without an order, some have not joined yet. */
function nextCheckout(
  dice: Random,
  at: number,
  choice: readonly (readonly [Customer, number])[],
  shelves: readonly Shelves[],
): Checkout | undefined {
  for (let tries = 0; tries < 8; tries += 1) {
    const customer = dice.weighted(choice);
    const checkout = customer.since < at ? checkOut(dice, at, customer, shelves) : undefined;
    if (checkout) return checkout;
  }
  return undefined;
}

const mainOrderRow = (
  id: string,
  { customer, fulfilment, paymentType, at }: Checkout,
  dice: Random,
): Row => ({
  id,
  customer_id: customer.id,
  fulfilment,
  payment_type: paymentType,
  source: dice.chance(0.9) ? 'storefront' : 'staff',
  note: null,
  created_at: new Date(at),
});

/** An order during the simulation, from which its rows are created. */
interface Placed {
  id: string;
  checkout: Checkout;
  basket: Basket;
  life: Life;
  /** The driver with the request to deliver it; none for own staff. */
  driver: Driver | undefined;
  slot: { from: number; to: number } | null;
  lines: Line[];
  totals: ReturnType<typeof totalsOf>;
}
interface Line {
  id: string;
  good: Basket['items'][number]['good'];
  quantity: number;
  picked: number | null;
  unitPrice: number;
  discounts: readonly LineDiscount[];
  discount: number;
  taxRate: number;
  tax: number;
  total: number;
  commissionRate: number;
}

function placeOrder(
  history: History,
  world: World,
  dice: Random,
  main: string,
  checkout: Checkout,
  basket: Basket,
): void {
  const { at, customer } = checkout;
  const { store } = basket.shelves;
  const isDelivery = checkout.fulfilment === 'delivery';
  const found = isDelivery ? driverFor(dice, world.drivers, store.key, at, world.now) : undefined;
  const life = lifeOf(dice, at, { ...checkout, byDriver: found !== undefined }, reasons, world.now);
  const driver = life.steps.some(({ byDriver, to }) => byDriver || to === 'driverConfirmationPending')
    ? found
    : undefined;
  if (driver) driver.busyUntil = isOver(life) ? life.steps.at(-1)!.at : Number.POSITIVE_INFINITY;
  const slot = isDelivery && dice.chance(0.6) ? slotAfter(at) : null;
  const reached = (status: string) =>
    life.steps.findLast((step) => step.kind === 'order' && step.to === status)?.at;
  const wasPicked = reached('prepared') !== undefined;
  // Sometimes there is one unit less on the shelf than recorded. Only for cash orders, whose total simply follows.
  const isShort = wasPicked && checkout.paymentType === 'cashOnDelivery' && dice.chance(0.03);
  const lines = basket.items.map(({ good, quantity }, index): Line => {
    const picked = wasPicked ? (isShort && index === 0 && quantity >= 2 ? quantity - 1 : quantity) : null;
    const discounts = basket.pricing?.discounts.get(String(index)) ?? [];
    const priced = priceLine(
      { unitPrice: good.price, taxRate: good.taxRate, discounts },
      picked ?? quantity,
      0,
    );
    return { id: idAt(at), good, quantity, picked, commissionRate: store.commissionRate, ...priced };
  });
  const address =
    checkout.fulfilment === 'delivery'
      ? (customer.addresses.find((each) => each.isDefault) ?? customer.addresses[0])
      : undefined;
  const distanceKm = address ? distanceBetween(store, address) : null;
  const goods = totalsOf(lines, 0).itemsTotal;
  const totals = totalsOf(lines, address ? deliveryFeeFor(store.deliveryFee, goods, distanceKm) : 0);
  const order: Placed = { id: idAt(at), checkout, basket, life, driver, slot, lines, totals };

  const staff = staffOf(world, store.key, dice);
  const money = moneyOf(order, world.now);
  writeOrder(history, order, { main, address, distanceKm, money, reached, dice, staff });
  writeEvents(history, order, staff);
  writeStock(history, order, reached('prepared'));
  writeMoney(history, order, money, reached);
  writePromotions(history, order, main);
  if (driver) {
    const slotTo = slot?.to ?? null;
    const carried = {
      locationId: store.id,
      orderId: order.id,
      driver,
      life,
      placedAt: at,
      slotTo,
      distanceKm,
    };
    writeDelivery(history, carried);
  }
}

const isOver = ({ steps }: Life) => steps.at(-1)!.to === 'delivered';

const halfHour = 30 * 60_000;
/** The next hour that can still be promised, at least half an hour from now. */
function slotAfter(at: number): { from: number; to: number } {
  const from = Math.ceil(at / halfHour) * halfHour + halfHour;
  return { from, to: from + 2 * halfHour };
}

const staffOf = (world: World, storeKey: string, dice: Random): Staff =>
  dice.pick(
    world.staff
      .filter(({ role, locationKeys }) => role === 'clerk' && locationKeys.includes(storeKey))
      .concat(
        world.staff
          .filter(({ role, locationKeys }) => role === 'owner' && locationKeys.includes(storeKey))
          .slice(0, 1),
      ),
  );

const statusOf = ({ life }: Placed): OrderStatus =>
  life.steps.findLast((step) => step.kind === 'order')!.to as OrderStatus;

interface Money {
  paid: number;
  refunded: number;
  refundStatus: RefundStatus | null;
  payment: 'due' | 'captured' | 'voided' | 'failed';
}
/** Cards are charged when an order is accepted; cash is collected at the door. */
function moneyOf(order: Placed, now: number): Money {
  const { checkout, life, totals } = order;
  const status = statusOf(order);
  const wasAccepted = life.steps.some((step) => step.to === 'orderPlaced');
  if (checkout.paymentType === 'cashOnDelivery') {
    const payment = status === 'delivered' ? 'captured' : isCalledOff(status) ? 'voided' : 'due';
    return { paid: payment === 'captured' ? totals.total : 0, refunded: 0, refundStatus: null, payment };
  }
  if (!wasAccepted)
    return { paid: 0, refunded: 0, refundStatus: null, payment: status === 'pending' ? 'due' : 'failed' };
  if (!isCalledOff(status))
    return { paid: totals.total, refunded: 0, refundStatus: null, payment: 'captured' };
  const isOld = life.steps.at(-1)!.at < now - day;
  return {
    paid: totals.total,
    refunded: isOld ? totals.total : 0,
    refundStatus: isOld ? 'refunded' : 'refundProcessing',
    payment: 'captured',
  };
}

interface Facts {
  main: string;
  address: Customer['addresses'][number] | undefined;
  distanceKm: number | null;
  money: Money;
  reached: (status: string) => number | undefined;
  dice: Random;
  staff: Staff;
}
function writeOrder(history: History, order: Placed, facts: Facts): void {
  const { checkout, basket, totals, lines, life, driver, slot } = order;
  const goods = countItems(
    lines.map(({ good: { soldByWeight }, quantity, picked }) => ({
      soldByWeight,
      quantity,
      pickedQuantity: picked,
      removed: false,
    })),
  );
  const { store } = basket.shelves;
  const status = statusOf(order);
  const isOff = isCalledOff(status);
  const dispatch = life.steps.findLast((step) => step.kind === 'dispatch')?.to as DispatchStatus | undefined;
  const dispatchStatus = checkout.fulfilment === 'pickup' || isOff ? null : (dispatch ?? 'awaiting');
  const moment = (name: string) => {
    const at = facts.reached(name);
    return at === undefined ? null : new Date(at);
  };
  const { address } = facts;
  history.orders.push({
    location_id: store.id,
    id: order.id,
    main_order_id: facts.main,
    customer_id: checkout.customer.id,
    customer_name: checkout.customer.name,
    customer_phone: checkout.customer.phone,
    status,
    dispatch_status: dispatchStatus,
    headline_status: headlineOf({
      status,
      dispatchStatus,
      fulfilment: checkout.fulfilment,
      refundStatus: facts.money.refundStatus,
    }),
    fulfilment: checkout.fulfilment,
    payment_type: checkout.paymentType,
    items_total: totals.itemsTotal,
    tax_total: totals.taxTotal,
    delivery_fee: totals.deliveryFee,
    total: totals.total,
    discount_total: totals.discountTotal,
    paid: facts.money.paid,
    refunded: facts.money.refunded,
    line_count: goods.lines,
    unit_count: goods.units,
    commission_rate: store.commissionRate,
    address: address
      ? {
          line1: address.line1,
          line2: address.line2,
          city: address.city,
          state: address.state,
          postalCode: address.postalCode,
          latitude: address.latitude,
          longitude: address.longitude,
        }
      : null,
    distance_km: facts.distanceKm,
    note: facts.dice.chance(0.22) ? facts.dice.pick(deliveryNotes) : null,
    driver_id: driver && !isOff ? driver.id : null,
    slot_from: slot && new Date(slot.from),
    slot_to: slot && new Date(slot.to),
    hand_over_code:
      facts.reached('awaitingForDelivery') || facts.reached('pickup')
        ? String(facts.dice.int(1000, 9999))
        : null,
    cancel_reason: isOff ? life.reason : null,
    picker_id: facts.reached('processing') ? facts.staff.id : null,
    picker_name: facts.reached('processing') ? facts.staff.name : null,
    payment_due_at:
      status === 'pending' ? new Date(checkout.at + defaultSettings.paymentWindowMinutes * 60_000) : null,
    processing_at: moment('processing'),
    prepared_at: moment('prepared'),
    out_at: moment('outOfDelivery'),
    delivered_at: moment('delivered'),
    version: life.steps.length,
    created_at: new Date(checkout.at),
    updated_at: new Date(life.steps.at(-1)!.at),
  });
  for (const [position, line] of lines.entries()) {
    history.lines.push({
      location_id: store.id,
      order_id: order.id,
      id: line.id,
      position: position + 1,
      sub_product_id: line.good.id,
      product_name: line.good.productName,
      name: line.good.name,
      sku: line.good.sku,
      unit: line.good.unit,
      sold_by_weight: line.good.soldByWeight,
      quantity: line.quantity,
      picked_quantity: line.picked,
      unit_price: line.unitPrice,
      discount: line.discount,
      discounts: line.discounts.length > 0 ? line.discounts : null,
      tax_rate: line.taxRate,
      tax: line.tax,
      total: line.total,
      commission_rate: line.commissionRate,
    });
  }
}

function writeEvents(history: History, { id, basket, life, driver }: Placed, staff: Staff): void {
  const event = (step: Step) => ({
    location_id: basket.shelves.store.id,
    order_id: id,
    id: idAt(step.at),
    kind: step.kind,
    from_status: step.from,
    to_status: step.to,
    user_id: step.byStaff ? staff.id : null,
    actor_name: step.byStaff ? staff.name : step.byDriver && driver ? driver.name : 'System',
    note: step.note ?? (isCalledOff(step.to as OrderStatus) ? life.reason : null),
    created_at: new Date(step.at),
  });
  history.events.push(...life.steps.map(event));
}

/** Items are reserved when an order is placed, and later picked, released, or still reserved. */
function writeStock(history: History, order: Placed, preparedAt: number | undefined): void {
  const { id, checkout, basket, life, lines } = order;
  const { shelves } = basket;
  const cause = (at: number) => ({ kind: 'order' as const, id: idAt(at), at, orderId: id, userId: null });
  const placed = cause(checkout.at);
  for (const { good, quantity } of lines) shelves.reserve(good, quantity, placed);
  if (preparedAt !== undefined) {
    const picked = cause(preparedAt);
    for (const line of lines) shelves.pick(line.good, line.quantity, line.picked ?? line.quantity, picked);
  } else if (isCalledOff(statusOf(order))) {
    const released = cause(life.steps.at(-1)!.at);
    for (const { good, quantity } of lines) shelves.release(good, quantity, released);
  } else {
    for (const line of lines) {
      history.reservations.push({
        location_id: shelves.store.id,
        order_id: id,
        line_id: line.id,
        sub_product_id: line.good.id,
        quantity: line.quantity,
        created_at: new Date(checkout.at),
      });
    }
  }
}

function writeMoney(history: History, order: Placed, money: Money, reached: Facts['reached']): void {
  const { id, checkout, basket, totals, lines, life } = order;
  const location_id = basket.shelves.store.id;
  const last = life.steps.at(-1)!.at;
  const paymentId = idAt(checkout.at);
  const isCard = checkout.paymentType === 'card';
  const wasCharged = isCard && money.payment === 'captured';
  history.payments.push({
    location_id,
    order_id: id,
    id: paymentId,
    kind: checkout.paymentType,
    provider:
      money.payment === 'captured' || money.payment === 'failed' ? (isCard ? 'simulated' : 'cash') : null,
    status: money.payment,
    amount: totals.total,
    authorised: wasCharged ? totals.total : null,
    token: isCard ? 'tok_ok' : null,
    problem: money.payment === 'failed' ? 'Declined: insufficient funds' : null,
    reference: wasCharged ? `auth-${paymentId.slice(-8)}` : null,
    created_at: new Date(checkout.at),
    updated_at: new Date(last),
  });
  for (const kind of wasCharged ? ['authorise', 'capture'] : []) {
    const call = { reference: idAt(last), kind, payment: paymentId, amount: totals.total };
    history.gateway.push({ ...call, accepted: true, asked: 1, final: false, at: new Date(last) });
  }
  if (money.refundStatus) {
    history.refunds.push({
      location_id,
      order_id: id,
      id: idAt(last),
      status: money.refundStatus,
      amount: totals.total,
      lines: lines.map((line) => ({ lineId: line.id, amount: line.total })),
      delivery_fee: totals.deliveryFee,
      reason: life.reason ?? 'Order called off',
      provider: money.refundStatus === 'refunded' ? 'simulated' : null,
      refunded_at: money.refundStatus === 'refunded' ? new Date(last) : null,
      created_at: new Date(last),
      updated_at: new Date(last),
    });
  }
  const deliveredAt = reached('delivered');
  if (deliveredAt === undefined) return;
  const journal = idAt(deliveredAt);
  const posted_at = new Date(deliveredAt);
  history.journals.push({ location_id, id: journal, kind: 'sale', cause_id: id, order_id: id, posted_at });
  const { earnPerDollar, redeemCents } = defaultSettings.coins;
  const coins = coinsFor({ ...totals, coinMultiplier: 1 }, earnPerDollar);
  const entries = saleEntries({
    ...totals,
    earned: coins * redeemCents,
    commission: commissionOn(lines),
    discountsFundedBy: 'marketplace',
    promotions: sumParts(soldLines(lines).flatMap(promotionParts)),
    taxRemittedBy: 'location',
  });
  history.entries.push(
    ...entries.map(({ account, part, amount, vendorId = null }, index) => ({
      location_id,
      journal_id: journal,
      position: index + 1,
      account,
      part,
      amount,
      vendor_id: vendorId,
      posted_at,
    })),
  );
  if (coins > 0) {
    history.coins.push({
      customerId: checkout.customer.id,
      orderId: id,
      locationId: location_id,
      coins,
      worth: coins * redeemCents,
      at: deliveredAt,
    });
  }
}

const soldLines = (lines: readonly Line[]) =>
  lines.map(({ picked, ...line }) => ({ ...line, pickedQuantity: picked, removed: false }));

/** The promotions that an order uses, and those among which an edit can choose while it is open. */
function writePromotions(history: History, order: Placed, main: string): void {
  const { id, checkout, basket, lines } = order;
  const { pricing, shelves } = basket;
  if (!pricing || pricing.uses.length === 0) return;
  const key = { location_id: shelves.store.id, order_id: id };
  const status = statusOf(order);
  const now = isCalledOff(status) ? [] : soldLines(lines).flatMap(promotionParts);
  history.promotionUses.push(
    ...pricing.uses.map(({ promotionId, edition, code, discount }) => {
      const parts = now.filter((one) => one.promotionId === promotionId);
      const by = (funder: Funder) => sumOfParts(parts.filter((part) => part.funder === funder));
      return {
        ...key,
        promotion_id: promotionId,
        edition,
        main_order_id: main,
        customer_id: checkout.customer.id,
        code,
        discount,
        sold: sumOfParts(parts),
        by_location: by('location'),
        by_vendor: by('vendor'),
        living: !isCalledOff(status),
        created_at: new Date(checkout.at),
      };
    }),
  );
  if (status === 'delivered' || isCalledOff(status)) return;
  const facts = { source: 'storefront', plan: null };
  history.candidates.push({ ...key, facts, candidates: pricing.keptCandidates() });
}
