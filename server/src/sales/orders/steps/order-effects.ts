import { randomInt } from 'node:crypto';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import { isReady } from '@aisle/contract/sales/orders/order-status-groups';
import { priceLine, totalsOf } from '@aisle/contract/sales/orders/pricing';
import { awaitAll } from '../../../core/await-all.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { problem } from '../../../core/problem.ts';
import { commissionOn, saleEntries, sumOfParts, taxRemitterOn } from '../../../ledgers/money/accounts.ts';
import { insertCoins, insertJournal } from '../../../ledgers/money/journal.queries.ts';
import { deliveryParts, promotionParts, sumParts } from '../../../ledgers/money/money-plan.ts';
import { release, returnToLots, takeFromLots } from '../../../ledgers/stock/stock.ts';
import { collectDriverCash } from '../../../ledgers/trips/driver-cash.queries.ts';
import type { Outcome } from '../../../ledgers/trips/trips.queries.ts';
import { moveDelivery, withdraw } from '../../../ledgers/trips/trips.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { releasePromotions, updateUses } from '../../promotions/promotion-uses.queries.ts';
import { itemCounts } from '../lines/pricing.ts';
import { joinEarlyRefunds } from '../money/early-refunds.ts';
import { earnedCoins } from '../money/earned-coins.ts';
import { paymentsOf, redeemedCoinsOf } from '../money/order-payments.queries.ts';
import { chargeCards, collect, collectDifference, releasePayments } from '../money/order-payments.ts';
import {
  driverBringingBack,
  type LockedOrder,
  linesOf,
  type NewEvent,
  pickedItems,
  todayAt,
  updateLines,
} from './order-steps.queries.ts';

/** A transition in progress: effects change the order in memory and add further events. */
export interface Step {
  order: LockedOrder;
  from: OrderStatus;
  to: OrderStatus;
  actor: Pick<Actor, 'userId' | 'name'>;
  eventId: string;
  note: string | null;
  /** If false, picked items of a cancelled order are written off. */
  restock: boolean;
  /** The driver's proof of delivery. */
  proof: Outcome;
  /** The attempt failed, and the driver still has the items. */
  comingBack: boolean;
  /** The posted value of the coins that the order earns, kept because the settings may change before the coins are entered. */
  earned?: { coins: number; lot: { worth: number; expiryDays: number | null } };
  events: NewEvent[];
}
type Effect = (tx: Tx, step: Step) => Promise<void>;

const causeOf = ({ order, eventId, actor }: Step) => ({
  locationId: order.locationId,
  orderId: order.id,
  eventId,
  actor,
});

/** Takes the picked items out of stock. Lines without a picked quantity count as picked in full, unless a lot expired. */
const takePicked: Effect = async (tx, step) => {
  const { order } = step;
  const [lines, taken] = await awaitAll([
    linesOf(tx, order),
    takeFromLots(tx, { ...causeOf(step), picked: pickedItems(order) }),
  ]);
  const left = new Map<string, number>();
  for (const { subProductId, quantity } of taken) {
    left.set(subProductId, addQuantities(left.get(subProductId) ?? 0, quantity));
  }
  const picked = lines.map((line) => {
    const found = Math.min(line.pickedQuantity ?? line.quantity, left.get(line.subProductId) ?? 0);
    left.set(line.subProductId, addQuantities(left.get(line.subProductId) ?? 0, -found));
    return { ...priceLine(line, found, order.discountPercent), pickedQuantity: found };
  });
  if (picked.every((line) => line.pickedQuantity === 0)) throw problem('orders.nothing-picked');
  await updateLines(tx, order, picked);
  const before = order.total;
  Object.assign(order, totalsOf(picked, order.deliveryFee), itemCounts(picked));
  await updateUses(tx, order, picked);
  if (order.total !== before || order.paid > order.total) {
    step.events.push(...(await collectDifference(tx, order, "Some items couldn't be picked")));
  }
};

const chargePrepared: Effect = async (tx, { order }) => {
  if ((await getSettings(tx)).cards.captureAt === 'prepared') await chargeCards(tx, order);
};

/** The user who starts picking an order is its picker, until a colleague takes over. */
const assignPicker: Effect = async (_tx, { order, actor }) => {
  order.pickerId = actor.userId;
  order.pickerName = actor.userId === null ? null : actor.name;
};

/** Releases the reserved stock. Items that were already picked are returned to their lots, or written off. */
const restock: Effect = async (tx, step) => {
  if (!isReady(step.from)) return release(tx, causeOf(step));
  const lines = await linesOf(tx, step.order);
  await returnToLots(tx, {
    ...causeOf(step),
    lines: lines.map(({ subProductId, pickedQuantity }) => ({ subProductId, quantity: pickedQuantity ?? 0 })),
    writeOff: !step.restock,
  });
};

const reasonOf: Partial<Record<OrderStatus, string>> = {
  cancelled: 'The order was cancelled',
  rejected: 'The store rejected the order',
  failed: 'The payment failed',
  expired: 'The order was not paid in time',
};

const refundPayments: Effect = async (tx, { order, to, events }) => {
  const status = to === 'failed' ? 'failed' : 'voided';
  events.push(...(await releasePayments(tx, order, status, reasonOf[to] ?? '')));
};

const endPromotions: Effect = (tx, { order }) => releasePromotions(tx, order);

/** Ends the dispatch and frees the driver. */
const endDispatch: Effect = async (tx, { order, note }) => {
  if (order.driverId) await withdraw(tx, order, note);
  order.dispatchStatus = null;
  order.driverId = null;
};

const handOverCode = () => String(randomInt(10_000)).padStart(4, '0');

/** The customer gives this code at the counter; the email that the order is ready contains it. */
const assignPickupCode: Effect = async (_tx, { order }) => {
  order.handOverCode = handOverCode();
};

/** Starts the search for a driver, also after a failed attempt. Orders that the location's staff deliver stay with them. */
const requestDriver: Effect = async (tx, { order, actor, note, comingBack, events }) => {
  if (order.driverId) {
    await moveDelivery(tx, order, 'failed', { reason: note, comesBack: comingBack });
    order.comingBackFrom = await driverBringingBack(tx, order);
  }
  order.handOverCode = handOverCode();
  if (!order.dispatchStatus || order.dispatchStatus === 'offQueue') return;
  const from = order.dispatchStatus;
  order.dispatchStatus = 'inQueue';
  order.driverId = null;
  events.push({ id: newId(), kind: 'dispatch', from, to: 'inQueue', by: actor });
};

/** The driver's delivery follows the order. */
const markOutForDelivery: Effect = async (tx, { order }) => {
  if (order.driverId) await moveDelivery(tx, order, 'onTheWay');
};
const markDelivered: Effect = async (tx, { order, proof }) => {
  if (order.driverId) await moveDelivery(tx, order, 'delivered', { proof: 'staff', ...proof });
};

const collectPayment: Effect = async (tx, { order }) => {
  const cash = await collect(tx, order);
  if (cash > 0 && order.driverId) await collectDriverCash(tx, order, cash);
};

const postSale: Effect = async (tx, step) => {
  const { order, actor } = step;
  const { discountsFundedBy, taxRemittedBy, coins } = await getSettings(tx);
  const earned = earnedCoins(order, { coins, discountsFundedBy });
  const lines = await linesOf(tx, order);
  const promotions = sumParts(lines.flatMap(promotionParts));
  step.earned = { coins: earned.coins, lot: { worth: earned.worth, expiryDays: coins.expiryDays } };
  const commission = commissionOn(lines);
  const captured = (await paymentsOf(tx, order)).filter(({ status }) => status === 'captured');
  const paidWith = (tender: string) =>
    captured.filter(({ provider }) => provider === tender).reduce((sum, { amount }) => sum + amount, 0);
  const inCoins = paidWith('coins');
  await insertJournal(tx, {
    locationId: order.locationId,
    kind: 'sale',
    causeId: order.id,
    orderId: order.id,
    userId: actor.userId,
    entries: saleEntries({
      ...order,
      inCoins,
      inCredit: paidWith('storeCredit'),
      inGiftCards: paidWith('giftCard'),
      coinsWorth: inCoins > 0 ? (await redeemedCoinsOf(tx, order)).worth : 0,
      earned: earned.worth,
      commission,
      discountsFundedBy,
      ofPlan: {
        discount: order.planId ? order.discountTotal - sumOfParts(promotions) : 0,
        earned: earned.extraWorth,
      },
      promotions,
      deliveryPromotions: deliveryParts(order.promotions?.delivery ?? null),
      earnedByLocation: earned.promotionOfLocation,
      // Without rules, the location's current date isn't needed.
      taxRemittedBy:
        taxRemittedBy.length === 0
          ? 'location'
          : taxRemitterOn(taxRemittedBy, await todayAt(tx, order.locationId)),
    }),
  });
};

const earnCoins: Effect = async (tx, { order, actor, earned }) => {
  if (!earned || earned.coins === 0) return;
  await insertCoins(tx, {
    customerId: order.customerId,
    kind: 'earned',
    coins: earned.coins,
    causeId: order.id,
    orderId: order.id,
    locationId: order.locationId,
    userId: actor.userId,
    lot: earned.lot,
  });
};

const joinRefunds: Effect = (tx, { order, actor }) => joinEarlyRefunds(tx, order, actor);

/** The other effects of entering a status, in this sequence and in the same transaction. */
export const orderEffects: Record<OrderStatus, readonly Effect[]> = {
  // Stock is already reserved when the order is placed.
  pending: [],
  orderPlaced: [],
  processing: [assignPicker],
  prepared: [takePicked, chargePrepared],
  awaitingForDelivery: [requestDriver],
  pickup: [assignPickupCode],
  outOfDelivery: [markOutForDelivery],
  delivered: [markDelivered, collectPayment, postSale, earnCoins, joinRefunds],
  cancelled: [restock, refundPayments, endPromotions, endDispatch],
  rejected: [restock, refundPayments, endPromotions, endDispatch],
  failed: [restock, refundPayments, endPromotions, endDispatch],
  expired: [restock, refundPayments, endPromotions, endDispatch],
};
