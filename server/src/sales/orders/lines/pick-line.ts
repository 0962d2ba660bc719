import type { OrderPick } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { priceLine, totalsOf } from '@aisle/contract/sales/orders/pricing';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { problem, wrongField } from '../../../core/problem.ts';
import { holdLevels, reservedFor } from '../../../ledgers/stock/stock.queries.ts';
import { release, reserve } from '../../../ledgers/stock/stock.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { updateUses } from '../../promotions/promotion-uses.queries.ts';
import { adjustPayments, coverProblem } from '../money/order-payments.ts';
import { getOrder } from '../order-view.ts';
import { savePick } from '../steps/open-picking.queries.ts';
import {
  insertLines,
  type LockedLine,
  type LockedOrder,
  linesOf,
  lockOrder,
  updateLines,
} from '../steps/order-steps.queries.ts';
import { findItems } from './items.queries.ts';
import { changeLine, lineOf, mustBeCountable, quantityToReserve, removedFrom } from './line-changes.ts';
import { mustNotReplace, newLines } from './order-lines.ts';
import { itemCounts } from './pricing.ts';
import { sellingQuantityProblem } from './selling-rule.ts';

/**
 * Saves the pick of one line, one added item or the number of bags. The last pick wins: it needs no version, changes none, and
 * does nothing if the order is already like this.
 */
export async function pickLine(tx: Tx, actor: Actor, id: string, pick: OrderPick): Promise<Order> {
  const order = await lockOrder(tx, id);
  if (order.status !== 'processing') {
    throw problem('orders.not-picking', {}, { data: await getOrder(tx, actor, id) });
  }
  const before = await linesOf(tx, order);
  const wanted = await pickedLines(tx, order, before, pick);
  const changed = wanted.changed.filter((line) => !isSame(line, lineOf(before, line.id, 'line')));
  const { added } = wanted;
  const { bags = order.bags } = pick;
  if (changed.length + added.length === 0 && bags === order.bags) return getOrder(tx, actor, id, order);

  const was = { total: order.total, bags: order.bags, lines: before };
  const by = { pickedBy: actor.userId, pickedByName: actor.name };
  const signed = (line: LockedLine): LockedLine =>
    line.pickedQuantity === null || actor.userId === null
      ? { ...line, pickedBy: null, pickedByName: null }
      : { ...line, ...by };
  await saveLines(tx, actor, order, { before, changed: changed.map(signed), added: added.map(signed) });
  order.bags = bags;
  await savePick(tx, actor, order, was);
  return getOrder(tx, actor, id, order);
}

interface Picked {
  changed: LockedLine[];
  added: LockedLine[];
}

const isSame = (line: LockedLine, before: LockedLine): boolean =>
  line.pickedQuantity === before.pickedQuantity &&
  line.quantity === before.quantity &&
  line.removed === before.removed &&
  line.substituteFor === before.substituteFor &&
  line.answer === before.answer;

/** The lines that a pick changes and adds. */
async function pickedLines(
  tx: Tx,
  order: LockedOrder,
  lines: readonly LockedLine[],
  { line: pick, item }: OrderPick,
): Promise<Picked> {
  if (item || pick?.substitute) await mustNotReplace(tx, order);
  if (item) return pickedItem(tx, order, lines, item);
  if (!pick) return { changed: [], added: [] };
  const { substitute, ...edit } = pick;
  const line = lineOf(lines, edit.lineId, 'line');
  const rules = {
    tolerance: (await getSettings(tx)).pickTolerancePercent,
    discountPercent: order.discountPercent,
  };
  if (substitute === undefined) return { changed: [changeLine(line, edit, rules, 'line')], added: [] };
  const current = lines.filter((one) => one.substituteFor === line.id && !one.removed);
  if (substitute === null) {
    return { changed: [changeLine(line, edit, rules, 'line'), ...current.map(removedFrom)], added: [] };
  }
  const { subProductId, quantity } = substitute;
  // The original item keeps only the quantity that was found.
  const found = edit.pickedQuantity ?? line.pickedQuantity ?? 0;
  const original = changeLine(
    line,
    { ...edit, pickedQuantity: found, substituteId: subProductId, quantity },
    rules,
    'line',
  );
  const others = current.filter((one) => one.subProductId !== subProductId).map(removedFrom);
  const bagged = await inBag(tx, order, lines, {
    subProductId,
    quantity,
    substituteFor: line.id,
    path: 'line.substitute',
    ...(edit.answer !== undefined && { answer: edit.answer }),
  });
  return { changed: [{ ...original, answer: null }, ...others, ...bagged.changed], added: bagged.added };
}

/** An item that the customer didn't order is added, changed or taken out again. */
async function pickedItem(
  tx: Tx,
  order: LockedOrder,
  lines: readonly LockedLine[],
  item: NonNullable<OrderPick['item']>,
): Promise<Picked> {
  const line = lines.find((one) => one.subProductId === item.subProductId && !one.removed);
  if (item.quantity > 0) return inBag(tx, order, lines, { ...item, substituteFor: null, path: 'item' });
  return { changed: line?.addedByStaff ? [removedFrom(line)] : [], added: [] };
}

interface BaggedItem {
  subProductId: string;
  quantity: number;
  substituteFor: string | null;
  answer?: LockedLine['answer'];
  path: string;
}
/** Puts a quantity of an item that wasn't ordered into the bag: on the line that it has already, or on a new one. */
async function inBag(
  tx: Tx,
  order: LockedOrder,
  lines: readonly LockedLine[],
  { subProductId, quantity, substituteFor, answer, path }: BaggedItem,
): Promise<Picked> {
  const mine = lines.filter((one) => one.subProductId === subProductId && one.addedByStaff);
  const open = lines.find((one) => one.subProductId === subProductId && !one.removed);
  const line = open ? mine.find((one) => one === open && one.substituteFor === substituteFor) : mine[0];
  if (line) {
    mustBeCountable(line, quantity, `${path}.quantity`);
    if (!substituteFor) await mustBeSellableQuantity(tx, order, { subProductId, quantity });
    const priced = priceLine(line, quantity, order.discountPercent);
    const next = { ...priced, quantity, pickedQuantity: quantity, removed: false, substituteFor };
    const said = answer === undefined ? (open ? line.answer : null) : answer;
    return { changed: [{ ...next, answer: said }], added: [] };
  }
  const [added] = await newLines(tx, order, lines, [
    {
      subProductId,
      quantity,
      substituteFor,
      answer: answer ?? null,
      path: `${path}.subProductId`,
      limitsAt: substituteFor ? null : `${path}.quantity`,
    },
  ]);
  return { changed: [], added: [{ ...added!, pickedQuantity: quantity }] };
}

/** Unlike substitutes, added items have the limits of a basket. */
async function mustBeSellableQuantity(
  tx: Tx,
  { locationId }: LockedOrder,
  { subProductId, quantity }: NonNullable<OrderPick['item']>,
): Promise<void> {
  const [goods] = await findItems(tx, [{ subProductId, locationId }]);
  const wrong = sellingQuantityProblem(goods!, quantity);
  if (wrong) throw wrongField('item.quantity', wrong.message);
}

/**
 * Saves the lines with totals and payments. While an order is picked, its reservations never shrink: the rest of a line that is
 * picked unit by unit must not be sold to others. They end when the order is prepared.
 */
async function saveLines(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  { before, changed, added }: Picked & { before: readonly LockedLine[] },
): Promise<void> {
  if (changed.length + added.length === 0) return;
  const cause = { locationId: order.locationId, orderId: order.id, eventId: newId(), actor };
  const reserved =
    changed.length === 0
      ? new Map()
      : await reservedFor(
          tx,
          order,
          changed.map(({ id }) => id),
        );
  const needed = (line: LockedLine): number =>
    line.removed ? 0 : Math.max(quantityToReserve(line), reserved.get(line.id) ?? 0);
  const moved = changed.filter((line) => needed(line) !== (reserved.get(line.id) ?? 0));
  const touched = new Set([...moved, ...added].map((line) => line.subProductId));
  if (touched.size > 1) await holdLevels(tx, order.locationId, [...touched]);
  if (moved.length > 0) await release(tx, { ...cause, lineIds: moved.map((line) => line.id) });
  await insertLines(tx, order, added);
  const lines = [...moved, ...added].map((line) => ({
    lineId: line.id,
    subProductId: line.subProductId,
    quantity: needed(line),
  }));
  await reserve(tx, { ...cause, lines: lines.filter(({ quantity }) => quantity > 0) });
  await updateLines(tx, order, changed);
  const after = [...before.map((line) => changed.find((one) => one.id === line.id) ?? line), ...added];
  const was = order.total;
  Object.assign(order, totalsOf(after, order.deliveryFee), itemCounts(after));
  await updateUses(tx, order, after);
  const uncovered = await coverProblem(tx, order, was);
  if (uncovered) throw uncovered;
  await adjustPayments(tx, order, was, 'The order was changed');
}
