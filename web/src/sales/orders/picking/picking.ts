import { itemName } from '@aisle/contract/core/item-name';
import { addQuantities } from '@aisle/contract/core/quantity';
import {
  type OrderLine,
  type OrderPick,
  pickBounds,
  type ShopperAnswer,
} from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { exactMatch } from '../../../core/exact-match.ts';

/** In the sequence of a walk through the store. */
const byWalk = (a: OrderLine, b: OrderLine): number => a.walk - b.walk;

/** The lines to pick. Excludes removed and replaced lines, unless part of the line was found. */
export const openLines = (order: Pick<Order, 'lines'>): OrderLine[] => {
  const replaced = new Set(order.lines.map(({ substituteFor }) => substituteFor));
  return order.lines
    .filter(
      ({ _id, removed, pickedQuantity }) => !removed && (!replaced.has(_id) || (pickedQuantity ?? 0) > 0),
    )
    .sort(byWalk);
};

type PickState = 'open' | 'full' | 'short' | 'none' | 'tooMuch' | 'unreadable';
export function pickState(line: OrderLine, tolerance: number): PickState {
  const { pickedQuantity: picked } = line;
  if (picked === null) return 'open';
  if (Number.isNaN(picked) || picked < 0) return 'unreadable';
  if (picked === 0) return 'none';
  const { least, most } = pickBounds(line, tolerance);
  if (picked > most) return 'tooMuch';
  return picked < least ? 'short' : 'full';
}
/** A quantity that is still typed, or that nobody can accept. It is shown, but not saved. */
export const isBad = (line: OrderLine, tolerance: number): boolean =>
  ['unreadable', 'tooMuch'].includes(pickState(line, tolerance));

/** The line needs no further action. */
export const isDone = ({ pickedQuantity }: OrderLine): boolean => pickedQuantity !== null;

/** Adds or subtracts one, down to zero. */
export const stepped = (from: number | null, by: number): number =>
  Math.max(0, addQuantities(Number.isNaN(from) ? 0 : (from ?? 0), by));

/** Substitutes the missing quantity of the line, up to the available stock. */
export function substitution(line: OrderLine, item: Sellable, answer: ShopperAnswer | null): OrderPick {
  const found = line.pickedQuantity ?? 0;
  const missing = addQuantities(line.quantity, -found) || line.quantity;
  const quantity = Math.min(missing, item.available);
  const substitute = { subProductId: item.subProductId, quantity };
  // Of a line that was complete, nothing stays in the bag.
  const pickedQuantity = found < line.quantity ? found : 0;
  return { line: { lineId: line._id, pickedQuantity, substitute, answer } };
}

export type Scanned =
  | { kind: 'picked'; line: OrderLine; quantity: number; text: string }
  | { kind: 'full' | 'weigh'; line: OrderLine; text: string }
  | { kind: 'unknown' };
/** The meaning of a scanned code: one more of a line, or a code without a line on the order. */
export function scanned(order: Pick<Order, 'lines'>, code: string): Scanned {
  const line = exactMatch(openLines(order), code);
  if (!line) return { kind: 'unknown' };
  if (line.soldByWeight) return { kind: 'weigh', line, text: `${itemName(line)}: weigh it now` };
  const picked = line.pickedQuantity ?? 0;
  if (picked >= line.quantity) {
    return { kind: 'full', line, text: `${itemName(line)} is already picked. Put this one back.` };
  }
  const quantity = Math.min(line.quantity, stepped(picked, 1));
  return { kind: 'picked', line, quantity, text: `${itemName(line)}: ${quantity} of ${line.quantity}` };
}
