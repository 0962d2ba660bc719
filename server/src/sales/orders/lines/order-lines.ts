import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import type {
  OrderEditPlan,
  OrderLinesDraft,
  OrderLinesEdit,
  ShopperAnswer,
} from '@aisle/contract/sales/orders/order-lines';
import { isBeforePicking, isReserved } from '@aisle/contract/sales/orders/order-status-groups';
import type { CancelOrder } from '@aisle/contract/sales/orders/order-steps';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { priceLine, type Totals, totalsOf } from '@aisle/contract/sales/orders/pricing';
import {
  type LineDiscount,
  type PromotionDiscount,
  promotionDiscounts,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { problem, wrongField } from '../../../core/problem.ts';
import { holdLevels } from '../../../ledgers/stock/stock.queries.ts';
import { release, reserve } from '../../../ledgers/stock/stock.ts';
import { itemRates } from '../../../locations/location-rates/item-rates.queries.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { replaceUses, updateUses } from '../../promotions/promotion-uses.queries.ts';
import { isReplacement } from '../money/order-payments.queries.ts';
import { adjustPayments, coverProblem } from '../money/order-payments.ts';
import { getOrder } from '../order-view.ts';
import { closePicking } from '../steps/open-picking.ts';
import {
  findOrderToPlan,
  insertLines,
  type LockedLine,
  type LockedOrder,
  linesOf,
  saveOrder,
  updateLines,
} from '../steps/order-steps.queries.ts';
import { confirmWhenCovered, lockAt } from '../steps/order-steps.ts';
import { findItems, type Goods, minimumOrderOf } from './items.queries.ts';
import {
  cancelQuantities,
  changeLine,
  type LineEdit,
  lineOf,
  mustBeCountable,
  noteOf,
  quantityToReserve,
} from './line-changes.ts';
import { itemCounts } from './pricing.ts';
import { type Repriced, reprice } from './reprice.ts';
import { sellingQuantityProblem } from './selling-rule.ts';

/** Changes the ordered lines until picking starts. After that, records picked, weighed, substituted and added quantities. */
export async function editLines(tx: Tx, actor: Actor, id: string, edit: OrderLinesEdit): Promise<Order> {
  const order = await lockAt(tx, actor, id, edit.version);
  const { before, changed, added } = await editedLines(tx, order, edit);
  if (edit.bags !== undefined) countBags(order, edit.bags);
  const note = [noteOf(before, changed, added), edit.bags && pluralize(edit.bags, 'bag')]
    .filter(Boolean)
    .join(', ');
  await applyLines(tx, actor, order, { before, changed, added, note });
  await confirmWhenCovered(tx, order, 'Covered by the amount paid');
  return getOrder(tx, actor, id, order);
}

/** Previews an edit of the lines: the new total, and the promotions that the order loses and gains. */
export async function planEdit(tx: Tx, id: string, edit: OrderLinesDraft): Promise<OrderEditPlan> {
  const order = await findOrderToPlan(tx, id);
  const { before, changed, added } = await editedLines(tx, order, edit);
  const { after, sums } = await pricedLines(tx, order, { before, changed, added });
  const { itemsTotal, discountTotal, taxTotal, deliveryFee, total } = sums;
  return {
    itemsTotal,
    discountTotal,
    taxTotal,
    deliveryFee,
    total,
    due: Math.max(0, total - order.paid),
    ...changedPromotions({ before, after, was: order.promotions, is: sums.promotions ?? null }),
  };
}

interface ChangedOrder {
  before: readonly LockedLine[];
  after: readonly LockedLine[];
  was: LockedOrder['promotions'];
  is: LockedOrder['promotions'];
}
/** The promotions that give less after a change of the lines, and the promotions that give more. */
export function changedPromotions({
  before,
  after,
  was: wasKept,
  is: isKept,
}: ChangedOrder): Pick<OrderEditPlan, 'lost' | 'gained'> {
  const was = promotionDiscounts(before, wasKept, null);
  const is = promotionDiscounts(after, isKept, null);
  return { lost: lessThan(was, is), gained: lessThan(is, was) };
}

/** The promotions that give more in the first list than in the second, with the difference. */
const lessThan = (
  more: readonly PromotionDiscount[],
  less: readonly PromotionDiscount[],
): OrderEditPlan['lost'] => {
  const worth = (one: PromotionDiscount | undefined) => (one ? one.amount + (one.deliveryAmount ?? 0) : 0);
  return more.flatMap((one) => {
    const { promotionId, label } = one;
    const amount = worth(one) - worth(less.find((other) => other.promotionId === promotionId));
    return amount > 0 ? [{ promotionId, label, amount }] : [];
  });
};

interface EditedLines {
  before: LockedLine[];
  changed: LockedLine[];
  added: LockedLine[];
}
async function editedLines(
  tx: Tx,
  order: LockedOrder,
  { lines: edits = [], add = [] }: OrderLinesDraft,
): Promise<EditedLines> {
  await mustBeEditable(tx, order, edits, add);
  const lines = await linesOf(tx, order);
  const { pickTolerancePercent } = await getSettings(tx);

  const changed = edits.map((edit, index) => {
    const path = `lines.${index}`;
    const twice = edits.findIndex(({ lineId }) => lineId === edit.lineId) !== index;
    if (twice) throw wrongField(`${path}.lineId`, 'Each item can be listed only once');
    const rules = { tolerance: pickTolerancePercent, discountPercent: order.discountPercent };
    return changeLine(lineOf(lines, edit.lineId, path), edit, rules, path);
  });
  const substitutes = edits.flatMap(({ lineId, substituteId, quantity, answer = null }, index) => {
    if (!substituteId) return [];
    const path = `lines.${index}.substituteId`;
    const instead = lineOf(lines, lineId, path);
    return [
      {
        subProductId: substituteId,
        quantity: quantity ?? instead.quantity,
        substituteFor: lineId,
        answer,
        path,
        limitsAt: null,
      },
    ];
  });
  const extra = add.map((line, index) => ({
    ...line,
    substituteFor: null,
    answer: null,
    path: `add.${index}.subProductId`,
    limitsAt: `add.${index}.quantity`,
  }));
  await mustBeWithinLimits(tx, order, lines, edits);
  const added = await newLines(tx, order, lines, [...substitutes, ...extra]);
  return { before: lines, changed, added };
}

/** Picked quantities require that picking has started, and a free replacement can't contain more than was returned. */
async function mustBeEditable(
  tx: Tx,
  order: LockedOrder,
  edits: readonly LineEdit[],
  add: NonNullable<OrderLinesEdit['add']>,
): Promise<void> {
  if (!isReserved(order.status)) throw problem('orders.not-editable');
  const picks = edits.some(
    ({ pickedQuantity, substituteId, answer }) => pickedQuantity != null || substituteId || answer,
  );
  if (picks && isBeforePicking(order.status)) {
    throw problem('orders.not-editable', {}, { message: "Picking hasn't started. Start picking first" });
  }
  const wantsMore = add.length > 0 || edits.some(({ quantity }) => quantity !== undefined);
  if (wantsMore) await mustNotReplace(tx, order);
}

/** A free replacement contains exactly what was returned. */
export async function mustNotReplace(tx: Tx, order: LockedOrder): Promise<void> {
  if (order.total > 0 || !(await isReplacement(tx, order))) return;
  throw problem(
    'orders.not-editable',
    {},
    { message: 'This item replaces a returned one. Change the return instead' },
  );
}

function countBags(order: LockedOrder, bags: number): void {
  if (order.status !== 'processing')
    throw wrongField('bags', 'Bags can be counted only while an order is picked');
  order.bags = bags;
}

/** Checks changed quantities against the limits of a basket. An unavailable line can still be reduced. */
async function mustBeWithinLimits(
  tx: Tx,
  order: LockedOrder,
  lines: readonly LockedLine[],
  edits: readonly LineEdit[],
): Promise<void> {
  const resized = edits.flatMap(({ lineId, quantity, substituteId }, index) => {
    const line = lineOf(lines, lineId, `lines.${index}`);
    const isSame = !line.removed && quantity === line.quantity;
    if (substituteId || quantity === undefined || quantity === 0 || isSame) return [];
    return [{ line, quantity, path: `lines.${index}.quantity` }];
  });
  if (resized.length === 0) return;
  const goods = await findItems(
    tx,
    resized.map(({ line }) => ({ subProductId: line.subProductId, locationId: order.locationId })),
  );
  for (const [index, { line, quantity, path }] of resized.entries()) {
    const one = goods[index]!;
    if (quantity > line.quantity || line.removed) mustBeSellable(one, path);
    const wrong = sellingQuantityProblem(one, quantity);
    if (wrong) throw wrongField(path, wrong.message);
  }
}

interface RequestedLine {
  subProductId: string;
  quantity: number;
  substituteFor: string | null;
  answer: ShopperAnswer | null;
  path: string;
  /** The field for errors about basket limits; null for substitutes, which take the quantity of their line. */
  limitsAt: string | null;
}

/** Creates the added lines at the current price, with the discount and tax rates from when the order was placed. */
export async function newLines(
  tx: Tx,
  order: LockedOrder,
  lines: readonly LockedLine[],
  wanted: readonly RequestedLine[],
): Promise<LockedLine[]> {
  if (wanted.length === 0) return [];
  const seen = new Set(lines.filter(({ removed }) => !removed).map((line) => line.subProductId));
  for (const { subProductId, path } of wanted) {
    if (seen.has(subProductId))
      throw wrongField(path, 'This item is already on the order. Change its quantity');
    seen.add(subProductId);
  }
  const goods = await findItems(
    tx,
    wanted.map(({ subProductId }) => ({ subProductId, locationId: order.locationId })),
  );
  const { locationId, placedAt } = order;
  const ratesOf = await itemRates(
    tx,
    wanted.map(({ subProductId }) => ({ subProductId, locationId })),
    { instant: placedAt },
  );
  return wanted.map(({ subProductId, quantity, substituteFor, answer, path, limitsAt }, index) => {
    const found = mustBeSellable(goods[index]!, path);
    mustBeCountable(found, quantity, path);
    const wrong = limitsAt && sellingQuantityProblem(found, quantity);
    if (wrong) throw wrongField(limitsAt, wrong.message);
    const { taxRate, taxSource, commissionRate } = ratesOf({ subProductId, locationId });
    return {
      id: newId(),
      position: lines.length + index + 1,
      subProductId,
      name: found.name,
      productName: found.productName,
      variantName: found.variantName,
      sku: found.sku,
      unit: found.unit,
      soldByWeight: found.soldByWeight,
      quantity,
      pickedQuantity: null,
      commissionRate,
      note: null,
      substituteFor,
      removed: false,
      answer,
      addedByStaff: true,
      pickedBy: null,
      pickedByName: null,
      priceSource: found.priceSource,
      taxSource,
      ...priceLine(
        { unitPrice: found.price, taxRate, discounts: discountsFor(lines, substituteFor) },
        quantity,
        order.discountPercent,
      ),
    };
  });
}

/** A substitute gets the discount that the original has per unit, at most its own price. Other added lines have none. */
const discountsFor = (lines: readonly LockedLine[], originalId: string | null): LineDiscount[] =>
  lines.find(({ id }) => id === originalId)?.discounts.map((one) => ({ ...one, follows: null })) ?? [];

function mustBeSellable(goods: Goods, path: string): Goods {
  if (goods.subProductId === null) throw wrongField(path, "This item doesn't exist");
  if (goods.assigned && goods.active) return goods;
  const message = `${itemName(goods)} isn't sold at this store`;
  throw problem('orders.not-sellable', { lines: itemName(goods) }, { fields: [{ path, message }] });
}

interface LineChanges {
  before: readonly LockedLine[];
  changed: readonly LockedLine[];
  added: readonly LockedLine[];
  note: string;
  /** Lines can be cancelled even if the order falls below the minimum. */
  isCancelling?: boolean;
}

interface PricedLines {
  after: LockedLine[];
  /** The amounts of the order, and what follows from its promotions if they were chosen again. */
  sums: Repriced['order'] | (Totals & { promotions?: undefined });
  /** Undefined if the promotions stay as they are. */
  uses?: Repriced['uses'];
}
/** The lines after an edit. Until picking starts, promotions are chosen again; after that, each unit keeps its discount. */
export async function pricedLines(
  tx: Tx,
  order: LockedOrder,
  { before, changed, added }: Omit<LineChanges, 'note'>,
): Promise<PricedLines> {
  const edited = [...before.map((line) => changed.find((one) => one.id === line.id) ?? line), ...added];
  const repriced = isBeforePicking(order.status) ? await reprice(tx, order, edited) : undefined;
  if (repriced) return { after: repriced.lines, sums: repriced.order, uses: repriced.uses };
  return { after: edited, sums: totalsOf(edited, order.deliveryFee) };
}

/** Saves changed lines and updates reserved stock, totals and payments. */
async function applyLines(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  { before, changed, added, note, isCancelling = false }: LineChanges,
): Promise<void> {
  const eventId = newId();
  const cause = { locationId: order.locationId, orderId: order.id, eventId, actor };
  const { after, sums, uses } = await pricedLines(tx, order, { before, changed, added });
  const isPicking = order.status === 'processing';
  if (isPicking) await closePicking(tx, order);
  if (!isPicking && after.every((line) => quantityToReserve(line) === 0))
    throw problem('orders.nothing-left');
  const moved = changed.filter(
    (line) => quantityToReserve(line) !== quantityToReserve(before.find((one) => one.id === line.id)!),
  );
  // Locks all stock levels in one fixed sequence first, because two edits could otherwise deadlock.
  const touched = new Set([...moved, ...added].map((line) => line.subProductId));
  if (touched.size > 1) await holdLevels(tx, order.locationId, [...touched]);
  if (moved.length > 0) await release(tx, { ...cause, lineIds: moved.map((line) => line.id) });
  const isNew = ({ id }: LockedLine) => added.some((line) => line.id === id);
  await insertLines(tx, order, after.filter(isNew));
  await reserve(tx, {
    ...cause,
    lines: [...moved, ...added]
      .map((line) => ({
        lineId: line.id,
        subProductId: line.subProductId,
        quantity: quantityToReserve(line),
      }))
      .filter(({ quantity }) => quantity > 0),
  });
  // Promotions can change the discounts of all lines.
  await updateLines(tx, order, uses ? after.filter((line) => !isNew(line)) : changed);
  if (uses) await replaceUses(tx, order, uses);
  else await updateUses(tx, order, after);

  const was = { total: order.total, itemsTotal: order.itemsTotal };
  Object.assign(order, sums);
  Object.assign(order, itemCounts(after));
  const uncovered = await coverProblem(tx, order, was.total);
  if (uncovered) throw uncovered;
  if (!isPicking && !isCancelling && order.itemsTotal < was.itemsTotal) await mustReachMinimum(tx, order);
  const why = isCancelling ? 'Items were cancelled' : 'The order was changed';
  const refunds = await adjustPayments(tx, order, was.total, why);
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: eventId, kind: 'lines', from: null, to: null, by: actor, note }, ...refunds],
    action: 'lines',
    before: { total: was.total, lines: before },
    after: { total: order.total, lines: after },
  });
}

async function mustReachMinimum(tx: Tx, order: LockedOrder): Promise<void> {
  const minimum = (await minimumOrderOf(tx, order.locationId)) ?? (await getSettings(tx)).minimumOrder;
  if (order.itemsTotal >= minimum) return;
  throw problem(
    'orders.minimum-not-met',
    { minimum },
    { message: `The minimum order here is ${formatMoney(minimum)}` },
  );
}

/** Cancels quantities of lines. Changes nothing and returns false if no line would be left. */
export async function cancelLines(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  { lines: cancelled, reason }: { lines: NonNullable<CancelOrder['lines']>; reason: string },
): Promise<boolean> {
  if (!isReserved(order.status)) throw problem('orders.not-editable');
  const lines = await linesOf(tx, order);
  const changed = cancelQuantities(lines, cancelled, order.discountPercent);
  const after = lines.map((line) => changed.find((one) => one.id === line.id) ?? line);
  if (after.every((line) => quantityToReserve(line) === 0)) return false;
  const names = changed.map(itemName).join(', ');
  const note = `Cancelled: ${names} (${reason})`;
  await applyLines(tx, actor, order, { before: lines, changed, added: [], note, isCancelling: true });
  return true;
}
