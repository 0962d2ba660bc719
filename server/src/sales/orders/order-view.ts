import { formatNumber } from '@aisle/contract/core/numbers';
import { discountsOf } from '@aisle/contract/sales/main-orders/order-benefits';
import { allowedReturnSteps, allowedSteps, type OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import { isClosed, isReserved } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order, SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { coinsFor, whyOf } from '@aisle/contract/sales/orders/pricing';
import {
  type PromotionDiscount,
  promotionDiscounts,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import type { SettingsValues } from '@aisle/contract/system/settings';
import { awaitAll } from '../../core/await-all.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { mustFind } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  findLineShelves,
  type LinePlace,
  type OrderConsequences,
  type OrderRead,
  type OwnRead,
  readConsequences,
  readOrder,
  readStepped,
  toRefund,
} from './order-view.queries.ts';
import type { LockedOrder } from './steps/order-steps.queries.ts';

/**
 * An order with all related records. Shelf places are read only for orders that can still be picked, and refunds and returns
 * only if there are any, because always reading both would double the cost. Passing the `status` saves a round trip.
 */
export async function getOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  { status }: { status?: OrderStatus } = {},
): Promise<Order> {
  const isKnownToBePicked = status !== undefined && isReserved(status);
  const [found, early] = await awaitAll([
    readOrder(tx, id),
    isKnownToBePicked ? findLineShelves(tx, id) : undefined,
  ]);
  const row = mustFind(found, 'Order');
  const [settings, places, orderConsequences] = await awaitAll([
    getSettings(tx),
    early ?? (isReserved(row.status) ? findLineShelves(tx, id) : []),
    row.hasAftermath ? readConsequences(tx, row) : noConsequences,
  ]);
  return toOrder(row, places, { actor, settings, orderConsequences });
}

/** An order whose lines say how their totals came about. */
export async function explainOrder(tx: Tx, actor: Actor, id: string): Promise<Order> {
  const order = await getOrder(tx, actor, id);
  const lines = order.lines.map((line) => {
    const quantity = line.removed ? 0 : (line.pickedQuantity ?? line.quantity);
    return { ...line, why: whyOf({ ...line, quantity }, order.benefits) };
  });
  return { ...order, lines };
}

/**
 * An order after a step, without the parts that no step changes. Only paid, delivered or free orders have refunds or returns.
 */
export async function getStepped(tx: Tx, actor: Actor, order: LockedOrder): Promise<SteppedOrder> {
  const settings = await getSettings(tx);
  const mayHaveAftermath = order.paid > 0 || order.total === 0 || order.status === 'delivered';
  const row = await readStepped(tx, order, mayHaveAftermath);
  const orderConsequences = row.hasAftermath ? await readConsequences(tx, row) : noConsequences;
  return toStepped(row, { actor, settings, orderConsequences });
}

const noConsequences: OrderConsequences = { refunds: [], returns: [], replacementFor: null, dispute: null };

/** Internal entries of staff, hidden from API keys because those may show them to the customer. */
const internalEvents: ReadonlySet<string> = new Set(['note', 'picking', 'owner', 'tags']);

interface Beside {
  actor: Actor;
  settings: SettingsValues;
  orderConsequences: OrderConsequences;
}

function toStepped(row: OwnRead, { actor, settings, orderConsequences }: Beside): SteppedOrder {
  const {
    customerId,
    customerName,
    customerPhone,
    slotFrom,
    slotTo,
    driverName,
    driverPhone,
    hasAftermath,
    promotions,
    coinMultiplier,
    bonusCoins,
    ...order
  } = row;
  const isProgram = actor.userType === 'program';
  return {
    ...order,
    payments: isProgram ? order.payments.map((payment) => ({ ...payment, fee: null })) : order.payments,
    events: isProgram ? order.events.filter(({ kind }) => !internalEvents.has(kind)) : order.events,
    number: formatNumber('order', row.number),
    allowed: allowedSteps(row, actor.permissions),
    pickTolerancePercent: settings.pickTolerancePercent,
    coinsToEarn: isClosed(row.status) ? 0 : coinsFor(row, settings.coins.earnPerDollar),
    discounts: discountsOf(row.benefits, row.discountTotal, promotionsOf(row, settings)),
    customer: { _id: customerId, name: customerName, phone: customerPhone },
    slot: slotFrom && slotTo ? { from: slotFrom, to: slotTo } : null,
    driver:
      row.driverId && driverName && driverPhone
        ? { _id: row.driverId, name: driverName, phone: driverPhone }
        : null,
    replacementFor: orderConsequences.replacementFor,
    dispute: actor.permissions.has('dispute_list') ? orderConsequences.dispute : null,
    refunds: orderConsequences.refunds.map((refund) => toRefund(refund, actor.permissions)),
    returns: orderConsequences.returns.map(({ number, replacementOrder, ...request }) => ({
      ...request,
      number: formatNumber('return', number),
      allowed: allowedReturnSteps(request.status, request.kind, actor.permissions),
      replacementOrder: replacementOrder && named(replacementOrder),
    })),
    handOverCode: actor.permissions.has('order_edit') ? row.handOverCode : null,
  };
}

function promotionsOf(row: OwnRead, { coins: { earnPerDollar } }: SettingsValues): PromotionDiscount[] {
  const ordinary = { ...row, coinMultiplier: row.promotions?.coins?.planMultiplier ?? 1, bonusCoins: 0 };
  const extraCoins = coinsFor(row, earnPerDollar) - coinsFor(ordinary, earnPerDollar);
  return promotionDiscounts(row.lines, row.promotions, extraCoins);
}

function toOrder(row: OrderRead, places: readonly LinePlace[], beside: Beside): Order {
  const {
    mainOrderId,
    mainOrderNumber,
    source,
    externalId,
    siblings,
    nextAction,
    payLink,
    customerEmail,
    accountName,
    earlierOrders,
    recent,
    ...own
  } = row;
  const stepped = toStepped(own, beside);
  const walk = new Map(places.map((place, index) => [place.lineId, { ...place, walk: index + 1 }]));
  return {
    ...stepped,
    nextAction,
    payLink: payLink && beside.actor.userType === 'program' ? { ...payLink, to: null } : payLink,
    mainOrder: {
      _id: mainOrderId,
      number: formatNumber('checkout', mainOrderNumber),
      source,
      externalId,
      siblings: siblings.map(named),
    },
    customer: {
      ...stepped.customer,
      email: beside.actor.userType === 'program' ? null : customerEmail,
      accountName: beside.actor.userType === 'program' ? null : accountName,
      earlierOrders,
      recent: recent.map(named),
    },
    lines: stepped.lines.map((line, index) => {
      const place = walk.get(line._id);
      return {
        ...line,
        barcode: place?.barcode ?? null,
        aisle: place?.aisle ?? '',
        aisleName: place?.aisleName ?? null,
        walk: place?.walk ?? index + 1,
      };
    }),
  };
}

const named = <One extends { number: number }>(order: One) => ({
  ...order,
  number: formatNumber('order', order.number),
});
