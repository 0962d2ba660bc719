import type { Order, OrderCancel, PaymentDetails, Sellable, StockSearch } from '@aisle/contract/orders';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { mustFind, wrongField } from '../core/problem.ts';
import { getSettings } from '../settings/settings.service.ts';
import { findSellable, placeOfOrder } from './goods.queries.ts';
import { cancelLines } from './order-lines.ts';
import { enter, lockAt, mustBeOpen } from './order-steps.ts';
import { getOrder } from './order-view.queries.ts';
import { entriesOf } from './payments.queries.ts';

/** Cancels an order, or some of its lines; without anything left, that is the order. */
export async function cancelOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  { reasonId, reason, note, version, restock = true, lines }: OrderCancel,
): Promise<Order> {
  const said = reasonId ? await reasonNamed(tx, reasonId) : (reason ?? '');
  const order = await lockAt(tx, actor, id, version);
  await mustBeOpen(tx, actor, order, 'cancelled');
  const some = lines !== undefined && (await cancelLines(tx, actor, order, lines, said));
  if (!some) await enter(tx, order, 'cancelled', { actor, note: note ?? null, reason: said, restock });
  return getOrder(tx, actor, id);
}

async function reasonNamed(tx: Tx, id: string): Promise<string> {
  const { reasons } = await getSettings(tx);
  const reason = reasons.cancel.find((one) => one._id === id);
  if (!reason) throw wrongField('reasonId', 'Not found');
  return reason.name;
}

export async function searchInventory(
  tx: Tx,
  { orderId, lineId, locationId, search, limit = 25 }: StockSearch,
): Promise<Sellable[]> {
  const place = orderId
    ? mustFind(await placeOfOrder(tx, orderId, lineId), 'Order')
    : { locationId: locationId!, categoryId: null };
  return findSellable(tx, { ...place, search, limit });
}

/** What was paid, refunded and posted for an order. */
export async function paymentDetails(tx: Tx, actor: Actor, id: string): Promise<PaymentDetails> {
  const order = await getOrder(tx, actor, id);
  const entries = await entriesOf(tx, order.locationId, id);
  const onItsWay = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const { number, paymentType, total, paid, refunded, payments, refunds } = order;
  const refundable = Math.max(0, paid - onItsWay);
  return { orderId: id, number, paymentType, total, paid, refunded, refundable, payments, refunds, entries };
}
