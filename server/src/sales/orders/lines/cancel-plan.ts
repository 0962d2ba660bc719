import type { CancelOrder } from '@aisle/contract/sales/orders/order-steps';
import type { OrderCancelPlan } from '@aisle/contract/sales/orders/orders';
import type { Tx } from '../../../core/db/db.ts';
import { taxRemitterOn } from '../../../ledgers/money/accounts.ts';
import {
  deliveredOf,
  deliveryParts,
  planOf,
  type Share,
  shareOf,
} from '../../../ledgers/money/money-plan.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { earnedCoins } from '../money/earned-coins.ts';
import { refundFacts } from '../money/refund-facts.queries.ts';
import {
  findOrderToPlan,
  type LockedLine,
  type LockedOrder,
  linesOf,
  todayAt,
} from '../steps/order-steps.queries.ts';
import { cancelQuantities, quantityToReserve } from './line-changes.ts';
import { changedPromotions, pricedLines } from './order-lines.ts';

/** Previews cancelling an order or some of its lines. The rest is priced again as the cancellation would. */
export async function planCancel(
  tx: Tx,
  id: string,
  cancelled: CancelOrder['lines'],
): Promise<OrderCancelPlan> {
  const order = await findOrderToPlan(tx, id);
  const { before, after, rest } = await afterCancel(tx, order, cancelled);
  const { coins, discountsFundedBy, taxRemittedBy } = await getSettings(tx);
  const facts = await refundFacts(tx, id);
  const shares = before.map((line) => ({
    ...lostShare(
      line,
      after.find(({ id: lineId }) => lineId === line.id),
    ),
    name: line.name,
    productName: line.productName,
    variantName: line.variantName,
    refundable: line.total,
    refundableQuantity: 0,
  }));
  const was = earnedCoins(order, { coins, discountsFundedBy });
  const is = rest ? earnedCoins(rest, { coins, discountsFundedBy }) : noCoins;
  const refundable = Math.max(0, order.paid - facts.opened);
  const total = rest?.total ?? 0;
  const refund = Math.max(0, refundable - total);
  const plan = planOf({
    shares,
    deliveryFee: order.deliveryFee - (rest?.deliveryFee ?? 0),
    deliveryFeeRefundable: order.deliveryFee,
    deliveryPromotions: [
      ...deliveryParts(order.promotions?.delivery ?? null),
      ...deliveryParts(rest?.promotions?.delivery ?? null).map(negated),
    ],
    refund,
    coins: was.coins - is.coins,
    coinsNotTaken: 0,
    coinsWorth: was.worth - is.worth,
    coinsOfLocation: was.ofLocation - is.ofLocation,
    isDiscountOfPlan: order.planId !== null,
    // Authorised coins are not captured yet, so they are returned without a refund.
    inCoins: 0,
    inCredit: 0,
    inGiftCards: 0,
    giftCards: [],
    toCredit: 0,
    coinsReturned: rest ? 0 : facts.coinsPaid,
    discountsFundedBy,
    // Without rules, the location's current date isn't needed.
    taxRemittedBy:
      taxRemittedBy.length === 0
        ? 'location'
        : taxRemitterOn(taxRemittedBy, await todayAt(tx, order.locationId)),
    inBooks: false,
    by: refund === 0 ? null : facts.onCards >= refund ? 'card' : 'hand',
    refundable,
  });
  const { lost, gained } = rest
    ? changedPromotions({ before, after, was: order.promotions, is: rest.promotions })
    : { lost: [], gained: [] };
  return { ...plan, total, lost, gained };
}

interface AfterCancel {
  before: LockedLine[];
  after: LockedLine[];
  /** The order with the lines that are left; undefined if it ends. */
  rest?: LockedOrder;
}
async function afterCancel(
  tx: Tx,
  order: LockedOrder,
  cancelled: CancelOrder['lines'],
): Promise<AfterCancel> {
  const before = await linesOf(tx, order);
  const changed = cancelled ? cancelQuantities(before, cancelled, order.discountPercent) : [];
  const left = before.map((line) => changed.find(({ id }) => id === line.id) ?? line);
  const isWhole = !cancelled || left.every((line) => quantityToReserve(line) === 0);
  if (isWhole) return { before, after: [] };
  const { after, sums } = await pricedLines(tx, order, { before, changed, added: [] });
  return { before, after, rest: { ...order, ...sums } };
}

const negated = <Part extends { amount: number }>(part: Part): Part => ({ ...part, amount: -part.amount });
const noCoins = { coins: 0, worth: 0, ofLocation: 0 };
/** A line that was free has its quantity as the whole. */
const wholeOf = (line: LockedLine): Share => shareOf(line, 0, line.total, { quantity: deliveredOf(line) });

/** The part of a line that a cancellation takes; negative where the line becomes more expensive. */
function lostShare(line: LockedLine, left: LockedLine | undefined): Share {
  const was = wholeOf(line);
  if (!left) return was;
  const is = wholeOf(left);
  return {
    lineId: line.id,
    amount: was.amount - is.amount,
    goods: was.goods - is.goods,
    discount: was.discount - is.discount,
    promotions: [...was.promotions, ...is.promotions.map(negated)],
    tax: was.tax - is.tax,
    commission: was.commission - is.commission,
  };
}
