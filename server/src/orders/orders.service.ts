import type { PaymentDetails } from '@aisle/contract/order-payments';
import type { OrderCancel } from '@aisle/contract/order-steps';
import type { Order } from '@aisle/contract/order-view';
import type { MoneyPlan } from '@aisle/contract/refunds';
import type { Sellable, StockSearch } from '@aisle/contract/sellables';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { mustFind, wrongField } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { roomOnCards } from '../gateways/operations.queries.ts';
import { testCards } from '../gateways/simulated-gateway.ts';
import { planOf, shareOf } from '../money/money-plan.ts';
import { getSettings } from '../settings/settings.service.ts';
import { findSellable, placeOfOrder } from './goods.queries.ts';
import { findSellableAnywhere } from './goods-anywhere.queries.ts';
import { withoutSome } from './line-changes.ts';
import { cancelLines } from './order-lines.ts';
import { givenBackOf } from './order-payments.queries.ts';
import { insertNote, type LineInHand, linesOf, lockOrder } from './order-steps.queries.ts';
import { enter, lockAt, mustBeOpen } from './order-steps.ts';
import { getOrder } from './order-view.ts';
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
  return getOrder(tx, actor, id, order);
}

/** Tells colleagues something about an order; its shopper does not see it. */
export async function addNote(tx: Tx, actor: Actor, id: string, note: string): Promise<Order> {
  const order = await lockOrder(tx, id);
  await insertNote(tx, order, { actor, note });
  return getOrder(tx, actor, id, order);
}

async function reasonNamed(tx: Tx, id: string): Promise<string> {
  const { reasons } = await getSettings(tx);
  const reason = reasons.cancel.find((one) => one._id === id);
  if (!reason) throw wrongField('reasonId', 'Not found');
  return reason.name;
}

export async function searchInventory(
  tx: Tx,
  { orderId, lineId, locationId, anywhere, search, limit = 25 }: StockSearch,
): Promise<Sellable[]> {
  if (anywhere) return findSellableAnywhere(tx, { locationId, search: search!, limit });
  const place = orderId
    ? mustFind(await placeOfOrder(tx, orderId, lineId), 'Order')
    : { locationId: locationId!, categoryId: null, unitPrice: null, without: [] };
  return findSellable(tx, { ...place, search, limit });
}

/** What cancelling an order, or some of its lines, would do, without doing it. */
export async function planCancel(
  tx: Tx,
  actor: Actor,
  id: string,
  cancelled: OrderCancel['lines'],
): Promise<MoneyPlan> {
  const order = await getOrder(tx, actor, id);
  const before = await linesOf(tx, { locationId: order.locationId, id });
  const { coins, discountsFundedBy } = await getSettings(tx);
  const changed = cancelled ? withoutSome(before, cancelled) : [];
  const left = (line: LineInHand) => changed.find((one) => one.id === line.id) ?? (cancelled ? line : null);
  const isWhole = before.every((line) => !left(line) || left(line)?.total === 0);
  const shares = before.map((line) => {
    const [was, is] = [wholeOf(line), isWhole ? nothingOf(line) : wholeOf(left(line) ?? line)];
    const less = (name: 'amount' | 'goods' | 'discount' | 'tax' | 'commission') => was[name] - is[name];
    return {
      lineId: line.id,
      name: line.name,
      amount: less('amount'),
      goods: less('goods'),
      discount: less('discount'),
      tax: less('tax'),
      commission: less('commission'),
      refundable: line.total,
    };
  });
  const opened = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const refundable = Math.max(0, order.paid - opened);
  const deliveryFee = isWhole ? order.deliveryFee : 0;
  const amount = shares.reduce((sum, share) => sum + share.amount, deliveryFee);
  const refund = Math.min(refundable, Math.max(0, order.paid - opened - (order.total - amount)));
  const net = (less: number) => Math.floor((order.itemsTotal - order.discountTotal - less) / 100);
  const lessGoods = shares.reduce((sum, share) => sum + share.goods - share.discount, 0);
  const notEarned = (net(0) - net(lessGoods)) * coins.earnPerDollar;
  const onCards = refund > 0 ? await roomOnCards(tx, order.locationId, id) : [];
  const room = onCards.reduce((sum, card) => sum + card.room, 0);
  return planOf({
    shares,
    deliveryFee,
    deliveryFeeRefundable: order.deliveryFee,
    refund,
    coins: notEarned,
    coinsWorth: notEarned * coins.redeemCents,
    // Coins that were promised were not paid yet: they go back without a refund.
    inCoins: 0,
    coinsReturned: isWhole ? order.coinsUsed : 0,
    discountsFundedBy,
    inBooks: false,
    by: refund === 0 ? null : room >= refund ? 'card' : 'hand',
    refundable,
  });
}

const wholeOf = (line: LineInHand) => shareOf(line, 0, line.total);
const nothingOf = (line: LineInHand) => shareOf(line, 0, 0);

/** What was paid, refunded and posted for an order, and in which ways it can be paid. */
export async function paymentDetails(
  tx: Tx,
  actor: Actor,
  gateway: Settings['cardGateway'],
  id: string,
): Promise<PaymentDetails> {
  const order = await getOrder(tx, actor, id);
  const entries = await entriesOf(tx, order.locationId, id);
  const onItsWay = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const { number, paymentType, total, paid, refunded, payments, refunds } = order;
  const refundable = Math.max(0, paid - onItsWay);
  const covered = payments
    .filter(({ status }) => status === 'authorised' || status === 'captured')
    .reduce((sum, { amount }) => sum + amount, 0);
  const isOff = ['cancelled', 'rejected', 'failed', 'expired'].includes(order.status);
  return {
    orderId: id,
    number,
    paymentType,
    total,
    paid,
    refunded,
    refundable,
    due: isOff
      ? 0
      : Math.max(0, total - covered + (await givenBackOf(tx, { locationId: order.locationId, id }))),
    methods: gateway === 'none' ? ['cash', 'terminal'] : ['cash', 'terminal', 'card'],
    testCards: gateway === 'simulated' ? [...testCards] : [],
    payments,
    refunds,
    entries,
  };
}
