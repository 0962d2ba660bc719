import { allowedReturnSteps, allowedSteps, type OrderStatus } from '@aisle/contract/order-flow';
import type { Order, SteppedOrder } from '@aisle/contract/order-view';
import { mainOrderNumber as mainOrderNumberOf, orderNumber } from '@aisle/contract/order-words';
import { returnNumber } from '@aisle/contract/returns';
import type { Settings } from '@aisle/contract/settings';
import type { Actor } from '../core/actor.ts';
import { readLast, rowsOf, type Tx } from '../core/db.ts';
import { mustFind } from '../core/problem.ts';
import { getSettings } from '../settings/settings.service.ts';
import type { OrderInHand } from './order-steps.queries.ts';
import {
  type Aftermath,
  type OrderRead,
  type OwnRead,
  type Place,
  placesOf,
  readAftermath,
  readOrder,
  stepped,
  toRefund,
} from './order-view.queries.ts';
import { coinsFor } from './pricing.ts';

/**
 * An order with everything that belongs to it. Where goods stand and what came back are asked for only of orders
 * that are still picked or of which something did: looking for both would cost as much as all the rest.
 * `status`, where whoever asks knows it, saves waiting to be told.
 */
export async function getOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  { status }: { status?: OrderStatus } = {},
): Promise<Order> {
  const isKnownToBePicked = status !== undefined && isPickedFrom(status);
  const [found, early] = await Promise.all([
    readOrder(tx, id),
    isKnownToBePicked ? placesOf(tx, id) : undefined,
  ]);
  const row = mustFind(found, 'Order');
  const [settings, places, aftermath] = await Promise.all([
    getSettings(tx),
    early ?? (isPickedFrom(row.status) ? placesOf(tx, id) : []),
    row.hasAftermath ? readAftermath(tx, row) : nothingAfter,
  ]);
  return toOrder(row, places, { actor, settings, aftermath });
}

/**
 * An order in hand after a step: without what no step changes, for steps are taken all day. Ends the transaction where
 * it can have no aftermath: only what was paid for, is delivered, or replaces something for nothing has one.
 */
export async function getStepped(tx: Tx, actor: Actor, order: OrderInHand): Promise<SteppedOrder> {
  const settings = await getSettings(tx);
  const hasLater = order.paid > 0 || order.total === 0 || order.status === 'delivered';
  const query = stepped(tx, order, hasLater);
  const [row] = hasLater ? await rowsOf<OwnRead>(tx, query) : await readLast<OwnRead>(tx, query);
  const aftermath = row!.hasAftermath ? await readAftermath(tx, row!) : nothingAfter;
  return toStepped(row!, { actor, settings, aftermath });
}

const isPickedFrom = (status: OrderStatus) => ['pending', 'orderPlaced', 'processing'].includes(status);

const nothingAfter: Aftermath = { refunds: [], returns: [], replacementFor: null };

const isOver: readonly OrderStatus[] = ['delivered', 'cancelled', 'rejected', 'failed', 'expired'];

interface Beside {
  actor: Actor;
  settings: Settings;
  aftermath: Aftermath;
}

function toStepped(row: OwnRead, { actor, settings, aftermath }: Beside): SteppedOrder {
  const {
    customerId,
    customerName,
    customerPhone,
    slotFrom,
    slotTo,
    driverName,
    driverPhone,
    hasAftermath,
    ...order
  } = row;
  return {
    ...order,
    number: orderNumber(row.number),
    allowed: allowedSteps(row, actor.permissions),
    pickTolerancePercent: settings.pickTolerancePercent,
    coinsToEarn: isOver.includes(row.status) ? 0 : coinsFor(row, settings.coins.earnPerDollar),
    customer: { _id: customerId, name: customerName, phone: customerPhone },
    slot: slotFrom && slotTo ? { from: slotFrom, to: slotTo } : null,
    driver:
      row.driverId && driverName && driverPhone
        ? { _id: row.driverId, name: driverName, phone: driverPhone }
        : null,
    replacementFor: aftermath.replacementFor,
    refunds: aftermath.refunds.map((refund) => toRefund(refund, actor.permissions)),
    returns: aftermath.returns.map(({ number, replacementOrder, ...request }) => ({
      ...request,
      number: returnNumber(number),
      allowed: allowedReturnSteps(request.status, request.kind, actor.permissions),
      replacementOrder: replacementOrder && named(replacementOrder),
    })),
    handOverCode: actor.permissions.has('order_edit') ? row.handOverCode : null,
  };
}

function toOrder(row: OrderRead, places: readonly Place[], beside: Beside): Order {
  const {
    mainOrderId,
    mainOrderNumber,
    source,
    externalId,
    siblings,
    customerEmail,
    earlierOrders,
    recent,
    ...own
  } = row;
  const stepped = toStepped(own, beside);
  const walk = new Map(places.map((place, index) => [place.lineId, { ...place, walk: index + 1 }]));
  return {
    ...stepped,
    mainOrder: {
      _id: mainOrderId,
      number: mainOrderNumberOf(mainOrderNumber),
      source,
      externalId,
      siblings: siblings.map(named),
    },
    customer: { ...stepped.customer, email: customerEmail, earlierOrders, recent: recent.map(named) },
    lines: stepped.lines.map((line, index) => {
      const place = walk.get(line._id);
      return {
        ...line,
        barcode: place?.barcode ?? null,
        aisle: place?.aisle ?? '',
        walk: place?.walk ?? index + 1,
      };
    }),
  };
}

const named = <One extends { number: number }>(order: One) => ({
  ...order,
  number: orderNumber(order.number),
});
