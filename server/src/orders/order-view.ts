import { allowedReturnSteps, allowedSteps, type OrderStatus } from '@aisle/contract/order-flow';
import { mainOrderNumber as mainOrderNumberOf, type Order, orderNumber } from '@aisle/contract/orders';
import { returnNumber } from '@aisle/contract/returns';
import type { Settings } from '@aisle/contract/settings';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { mustFind } from '../core/problem.ts';
import { getSettings } from '../settings/settings.service.ts';
import {
  type Aftermath,
  type OrderRead,
  type Place,
  placesOf,
  readAftermath,
  readOrder,
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
  return toOrder(row, { actor, settings, places, aftermath });
}

const isPickedFrom = (status: OrderStatus) => ['pending', 'orderPlaced', 'processing'].includes(status);

const nothingAfter: Aftermath = { refunds: [], returns: [], replacementFor: null };

const isOver: readonly OrderStatus[] = ['delivered', 'cancelled', 'rejected', 'failed', 'expired'];

interface Beside {
  actor: Actor;
  settings: Settings;
  places: readonly Place[];
  aftermath: Aftermath;
}

function toOrder(row: OrderRead, { actor, settings, places, aftermath }: Beside): Order {
  const {
    mainOrderId,
    mainOrderNumber,
    source,
    externalId,
    siblings,
    customerId,
    customerName,
    customerPhone,
    customerEmail,
    earlierOrders,
    recent,
    slotFrom,
    slotTo,
    driverName,
    driverPhone,
    lines,
    hasAftermath,
    ...order
  } = row;
  const walk = new Map(places.map((place, index) => [place.lineId, { ...place, walk: index + 1 }]));
  return {
    ...order,
    number: orderNumber(row.number),
    allowed: allowedSteps(row, actor.permissions),
    pickTolerancePercent: settings.pickTolerancePercent,
    coinsToEarn: isOver.includes(row.status) ? 0 : coinsFor(row, settings.coins.earnPerDollar),
    mainOrder: {
      _id: mainOrderId,
      number: mainOrderNumberOf(mainOrderNumber),
      source,
      externalId,
      siblings: siblings.map(named),
    },
    customer: {
      _id: customerId,
      name: customerName,
      phone: customerPhone,
      email: customerEmail,
      earlierOrders,
      recent: recent.map(named),
    },
    slot: slotFrom && slotTo ? { from: slotFrom, to: slotTo } : null,
    driver:
      row.driverId && driverName && driverPhone
        ? { _id: row.driverId, name: driverName, phone: driverPhone }
        : null,
    lines: lines.map((line, index) => {
      const place = walk.get(line._id);
      return {
        ...line,
        barcode: place?.barcode ?? null,
        aisle: place?.aisle ?? '',
        walk: place?.walk ?? index + 1,
      };
    }),
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

const named = <One extends { number: number }>(order: One) => ({
  ...order,
  number: orderNumber(order.number),
});
