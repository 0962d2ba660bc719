import { itemName } from '@aisle/contract/core/item-name';
import type { LinePicture } from '@aisle/contract/sales/orders/order-lines';
import type { PaymentDetails } from '@aisle/contract/sales/orders/order-payments';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import type { CancelOrder } from '@aisle/contract/sales/orders/order-steps';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable, StockSearch } from '@aisle/contract/sales/orders/sellables';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { pictureOf } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { mustFind, wrongField } from '../../core/problem.ts';
import { WithMessage } from '../../core/with-message.ts';
import { gatewayOf, takesLinks } from '../../ledgers/gateways/gateways.ts';
import { entriesOfOrder } from '../../ledgers/money/journal.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  findSellable,
  findSellableAnywhere,
  locationOfOrder,
  type SellableRow,
} from './lines/items.queries.ts';
import { cancelLines } from './lines/order-lines.ts';
import { overpaymentRefundsOf } from './money/order-payments.queries.ts';
import { findLineImages } from './order-view.queries.ts';
import { getOrder } from './order-view.ts';
import { insertNote, lockOrder } from './steps/order-steps.queries.ts';
import { applyTransition, lockAt, mustBeOpen } from './steps/order-steps.ts';

/** Cancels some lines of an order, or the whole order if no line is named or none would be left. */
export async function cancelOrder(
  tx: Tx,
  actor: Actor,
  id: string,
  { reasonId, reason, note, version, restock = true, lines }: CancelOrder,
): Promise<WithMessage<Order>> {
  const reasonText = reasonId ? await cancelReasonName(tx, reasonId) : (reason ?? '');
  const order = await lockAt(tx, actor, id, version);
  await mustBeOpen(tx, actor, order, 'cancelled');
  const some = lines !== undefined && (await cancelLines(tx, actor, order, { lines, reason: reasonText }));
  if (!some)
    await applyTransition(tx, order, 'cancelled', { actor, note: note ?? null, reason: reasonText, restock });
  const after = await getOrder(tx, actor, id, order);
  return new WithMessage(after, some ? 'Items cancelled' : undefined);
}

/** The available photos of an order's items. */
export async function linePictures(tx: Tx, storage: Storage, id: string): Promise<LinePicture[]> {
  const images = await findLineImages(tx, id);
  mustFind(images[0], 'Order');
  return images.flatMap(({ lineId, name, fileId }) => {
    const picture = pictureOf(storage, fileId, name);
    return picture ? [{ lineId, picture }] : [];
  });
}

/** Adds an internal note to an order. The customer does not see it. */
export async function addNote(tx: Tx, actor: Actor, id: string, note: string): Promise<Order> {
  const order = await lockOrder(tx, id);
  await insertNote(tx, order, { actor, note });
  return getOrder(tx, actor, id, order);
}

async function cancelReasonName(tx: Tx, id: string): Promise<string> {
  const { reasons } = await getSettings(tx);
  const reason = reasons.cancel.find((one) => one._id === id);
  if (!reason) throw wrongField('reasonId', 'This reason no longer exists');
  return reason.name;
}

export async function searchInventory(
  { tx, actor, services }: Context,
  input: StockSearch,
): Promise<Sellable[]> {
  const rows = await sellableRows(tx, actor, input);
  return rows.map(({ coverId, ...row }) => ({
    ...row,
    picture: pictureOf(services.storage, coverId, itemName(row)),
  }));
}

async function sellableRows(
  tx: Tx,
  actor: Actor,
  { orderId, lineId, locationId, anywhere, search, limit = 25 }: StockSearch,
): Promise<SellableRow[]> {
  if (anywhere) return findSellableAnywhere(tx, actor, { locationId, search: search!, limit });
  const scope = orderId
    ? mustFind(await locationOfOrder(tx, orderId, lineId), 'Order')
    : { locationId: locationId!, line: null, without: [] };
  return findSellable(tx, actor, { ...scope, search, limit });
}

/** The payments, refunds and ledger entries of an order, and the available payment methods. */
export async function paymentDetails({ tx, actor, services }: Context, id: string): Promise<PaymentDetails> {
  const { cardGateway, smsProvider } = services.settings;
  const testCards = cardGateway === 'none' ? [] : gatewayOf(cardGateway).testCards;
  const order = await getOrder(tx, actor, id);
  const entries = await entriesOfOrder(tx, order.locationId, id);
  const onItsWay = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const { number, paymentType, total, paid, refunded, payments, refunds } = order;
  const refundable = Math.max(0, paid - onItsWay);
  const covered = payments
    .filter(({ status }) => status === 'authorised' || status === 'captured')
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    orderId: id,
    number,
    paymentType,
    total,
    paid,
    refunded,
    refundable,
    due: isCalledOff(order.status)
      ? 0
      : Math.max(0, total - covered + (await overpaymentRefundsOf(tx, { locationId: order.locationId, id }))),
    methods: testCards.length === 0 ? ['cash', 'terminal'] : ['cash', 'terminal', 'card'],
    linkChannels: !takesLinks(cardGateway) ? [] : smsProvider === 'none' ? ['email'] : ['email', 'sms'],
    testCards: [...testCards],
    payments,
    refunds,
    entries,
  };
}
