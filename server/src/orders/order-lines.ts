import { formatMoney, hasAtMost3Decimals } from '@aisle/contract/core/money';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { headlineOf, type OrderStatus } from '@aisle/contract/order-flow';
import type { Order, OrderCancel, OrderLinesEdit } from '@aisle/contract/orders';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem, wrongField } from '../core/problem.ts';
import { goodsRates } from '../location-rates/goods-rates.queries.ts';
import { getSettings } from '../settings/settings.service.ts';
import { release, reserve } from '../stock/stock.ts';
import { findGoods, type Goods } from './goods.queries.ts';
import { authorisedFor, followTotal } from './order-payments.queries.ts';
import { settleDifference } from './order-payments.ts';
import {
  insertLines,
  type LineInHand,
  linesOf,
  type NewLine,
  type OrderInHand,
  saveOrder,
  updateLines,
} from './order-steps.queries.ts';
import { lockAt } from './order-steps.ts';
import { getOrder } from './order-view.queries.ts';
import { priceLine, totalsOf } from './pricing.ts';

/** Notes what was picked, weighed, substituted or added while the order is being picked. */
export async function editLines(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, lines: edits = [], add = [] }: OrderLinesEdit,
): Promise<Order> {
  const order = await lockAt(tx, actor, id, version);
  if (order.status !== 'processing') throw problem('orders.not-editable');
  const lines = await linesOf(tx, order);
  const { pickTolerancePercent } = await getSettings(tx);

  const changed = edits.map((edit, index) =>
    changeLine(lineOf(lines, edit.lineId, `lines.${index}`), edit, pickTolerancePercent, `lines.${index}`),
  );
  const wanted = [
    ...edits.flatMap((edit, index) =>
      edit.substituteId
        ? [
            {
              subProductId: edit.substituteId,
              quantity: edit.quantity ?? lineOf(lines, edit.lineId, '').quantity,
              substituteFor: edit.lineId,
              path: `lines.${index}.substituteId`,
            },
          ]
        : [],
    ),
    ...add.map((line, index) => ({ ...line, substituteFor: null, path: `add.${index}.subProductId` })),
  ];
  const added = await newLines(tx, order, lines, wanted);
  await applyLines(tx, actor, order, lines, { changed, added, note: noteOf(changed, added) });
  return getOrder(tx, actor, id);
}

const lineOf = (lines: readonly LineInHand[], id: string, path: string): LineInHand => {
  const line = lines.find((one) => one.id === id);
  if (!line) throw wrongField(`${path}.lineId`, 'Not a line of this order');
  return line;
};

type LineEdit = NonNullable<OrderLinesEdit['lines']>[number];

function changeLine(line: LineInHand, edit: LineEdit, tolerance: number, path: string): LineInHand {
  const note = edit.note === undefined ? line.note : edit.note || null;
  if (edit.substituteId) return { ...priceLine(line, 0), pickedQuantity: 0, note };
  const quantity = edit.quantity ?? line.quantity;
  const pickedQuantity = edit.pickedQuantity === undefined ? line.pickedQuantity : edit.pickedQuantity;
  mustBeCountable(line, quantity, `${path}.quantity`);
  if (pickedQuantity !== null) {
    mustBeCountable(line, pickedQuantity, `${path}.pickedQuantity`);
    // Scales never hit the pound: what is weighed may come to somewhat more.
    const most = line.soldByWeight ? Math.floor(quantity * (1000 + tolerance * 10)) / 1000 : quantity;
    if (pickedQuantity > most) {
      throw wrongField(
        `${path}.pickedQuantity`,
        `At most ${formatQuantity(most)} can be picked for this line`,
      );
    }
  }
  return { ...priceLine(line, pickedQuantity ?? quantity), quantity, pickedQuantity, note };
}

const mustBeCountable = (line: Pick<LineInHand, 'unit' | 'soldByWeight'>, quantity: number, path: string) => {
  const whole = line.unit === 'each' && !line.soldByWeight;
  if (whole && !Number.isInteger(quantity)) throw wrongField(path, 'Enter a whole number');
  if (!hasAtMost3Decimals(quantity)) throw wrongField(path, 'Enter a quantity with at most 3 decimals');
};

interface WantedLine {
  subProductId: string;
  quantity: number;
  substituteFor: string | null;
  path: string;
}

/** Lines that come in while picking, at what they cost now; taxed as the rest, at the rates of when it was placed. */
async function newLines(
  tx: Tx,
  order: OrderInHand,
  lines: readonly LineInHand[],
  wanted: readonly WantedLine[],
): Promise<NewLine[]> {
  if (wanted.length === 0) return [];
  const seen = new Set(lines.map((line) => line.subProductId));
  for (const { subProductId, path } of wanted) {
    if (seen.has(subProductId)) throw wrongField(path, 'This is on the order already: change its quantity');
    seen.add(subProductId);
  }
  const goods = await findGoods(
    tx,
    wanted.map(({ subProductId }) => ({ subProductId, locationId: order.locationId })),
  );
  const { locationId, placedAt } = order;
  const ratesOf = await goodsRates(
    tx,
    wanted.map(({ subProductId }) => ({ subProductId, locationId })),
    { instant: placedAt },
  );
  return wanted.map(({ subProductId, quantity, substituteFor, path }, index) => {
    const found = mustBeSellable(goods[index]!, path);
    mustBeCountable(found, quantity, path);
    const { taxRate, commissionRate } = ratesOf({ subProductId, locationId });
    return {
      id: newId(),
      position: lines.length + index + 1,
      subProductId,
      name: found.name,
      sku: found.sku,
      unit: found.unit,
      soldByWeight: found.soldByWeight,
      quantity,
      pickedQuantity: null,
      commissionRate,
      note: null,
      substituteFor,
      ...priceLine({ unitPrice: found.price, discount: 0, taxRate }, quantity),
    };
  });
}

function mustBeSellable(goods: Goods, path: string): Goods {
  if (goods.subProductId === null) throw wrongField(path, 'Not found');
  if (goods.assigned && goods.active) return goods;
  const message = `${goods.name} is not sold at this location`;
  throw problem('orders.not-sellable', { lines: goods.name }, { fields: [{ path, message }] });
}

interface Applying {
  changed: readonly LineInHand[];
  added: readonly NewLine[];
  note: string | null;
}

/** Promises follow what is wanted, totals follow the lines, and money follows the totals. */
async function applyLines(
  tx: Tx,
  actor: Actor,
  order: OrderInHand,
  before: readonly LineInHand[],
  { changed, added, note }: Applying,
): Promise<void> {
  const eventId = newId();
  const cause = { locationId: order.locationId, orderId: order.id, eventId, actor };
  const after = before.map((line) => changed.find((one) => one.id === line.id) ?? line);
  const moved = changed.filter((line) => needed(line) !== needed(before.find((one) => one.id === line.id)!));
  if (moved.length > 0) await release(tx, { ...cause, lineIds: moved.map((line) => line.id) });
  await insertLines(tx, order, added);
  await reserve(tx, {
    ...cause,
    lines: [...moved, ...added]
      .map((line) => ({ lineId: line.id, subProductId: line.subProductId, quantity: needed(line) }))
      .filter(({ quantity }) => quantity > 0),
  });
  await updateLines(tx, order, changed);

  const was = order.total;
  Object.assign(order, totalsOf([...after, ...added], order.deliveryFee));
  order.lineCount = after.length + added.length;
  if (order.total > was) await mustBeCovered(tx, order);
  // While picking goes on the total may still come back: what was paid too much is settled when it is done.
  if (order.status === 'processing') await followTotal(tx, order);
  else await settleDifference(tx, order, 'Lines were cancelled');
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: eventId, kind: 'lines', from: null, to: null, by: actor, note }],
    action: 'lines',
    before: { total: was, lines: before },
    after: { total: order.total, lines: [...after, ...added] },
  });
}

/** What is to be kept back for a line. */
const needed = (line: LineInHand) => line.pickedQuantity ?? line.quantity;

/** A card pays what it was authorised for, never more. */
async function mustBeCovered(tx: Tx, order: OrderInHand): Promise<void> {
  const authorised = await authorisedFor(tx, order);
  if (authorised === null || order.total <= authorised) return;
  throw problem('orders.above-authorised', {
    authorised: formatMoney(authorised),
    total: formatMoney(order.total),
  });
}

function noteOf(changed: readonly LineInHand[], added: readonly NewLine[]): string {
  const said = [
    ...changed.map((line) =>
      line.pickedQuantity === null
        ? `${line.name}: ${formatQuantity(line.quantity)}`
        : `${line.name}: ${formatQuantity(line.pickedQuantity)} of ${formatQuantity(line.quantity)} picked`,
    ),
    ...added.map((line) => `${line.name}: ${formatQuantity(line.quantity)} added`),
  ];
  return said.length > 10 ? `${said.slice(0, 10).join('; ')} and ${said.length - 10} more` : said.join('; ');
}

const beforePicking: readonly OrderStatus[] = ['pending', 'orderPlaced', 'processing'];

/** Lines as they are once so much of them is cancelled. */
export const withoutSome = (
  lines: readonly LineInHand[],
  cancelled: NonNullable<OrderCancel['lines']>,
): LineInHand[] =>
  cancelled.map(({ lineId, quantity }, index) => {
    const line = lineOf(lines, lineId, `lines.${index}`);
    const path = `lines.${index}.quantity`;
    if (cancelled.findIndex((other) => other.lineId === lineId) !== index) {
      throw wrongField(`lines.${index}.lineId`, 'Each line once');
    }
    mustBeCountable(line, quantity, path);
    const left = addQuantities(needed(line), -quantity);
    if (left < 0) throw wrongField(path, `At most ${formatQuantity(needed(line))} can be cancelled`);
    // A line stays to be seen when all of it is gone, with nothing picked of it.
    if (left === 0) return { ...priceLine(line, 0), pickedQuantity: 0 };
    return {
      ...priceLine(line, left),
      quantity: left,
      pickedQuantity: line.pickedQuantity === null ? null : left,
    };
  });

/** Takes so much of these lines off an order. Answers false when nothing of it would be left. */
export async function cancelLines(
  tx: Tx,
  actor: Actor,
  order: OrderInHand,
  cancelled: NonNullable<OrderCancel['lines']>,
  reason: string,
): Promise<boolean> {
  if (!beforePicking.includes(order.status)) throw problem('orders.not-editable');
  const lines = await linesOf(tx, order);
  const changed = withoutSome(lines, cancelled);
  const after = lines.map((line) => changed.find((one) => one.id === line.id) ?? line);
  if (after.every((line) => needed(line) === 0)) return false;
  const names = changed.map((line) => line.name).join(', ');
  await applyLines(tx, actor, order, lines, { changed, added: [], note: `Cancelled: ${names} (${reason})` });
  return true;
}
