import { itemName } from '@aisle/contract/core/item-name';
import { addQuantities } from '@aisle/contract/core/quantity';
import {
  type OrderLine,
  type OrderLinesEdit,
  pickBounds,
  type ShopperAnswer,
} from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { exactMatch } from '../../../core/exact-match.ts';

export interface Substitute {
  item: Sellable;
  quantity: number;
  answer: ShopperAnswer | null;
}
/** The picker's unsaved changes. */
export interface PickDraft {
  /** By line; null clears an earlier pick, NaN is invalid input. */
  picked: Readonly<Record<string, number | null>>;
  /** The substitute for a line, or for its missing part. */
  substitutes: Readonly<Record<string, Substitute>>;
  /** The shopper's response for lines without a substitute. */
  answers: Readonly<Record<string, ShopperAnswer>>;
  added: readonly { item: Sellable; quantity: number }[];
  /** Saved substitutes that return to the shelf. */
  takenBack: readonly string[];
  /** The number of bags, if it changed. */
  bags: number | null;
}
export const hasNoPicks: PickDraft = {
  picked: {},
  substitutes: {},
  answers: {},
  added: [],
  takenBack: [],
  bags: null,
};

/** The lines to pick, sorted by shelf. Excludes removed and replaced lines, unless part of the line was found. */
export const openLines = (order: Pick<Order, 'lines'>): OrderLine[] => {
  const replaced = new Set(order.lines.map(({ substituteFor }) => substituteFor));
  return order.lines
    .filter(
      ({ _id, removed, pickedQuantity }) => !removed && (!replaced.has(_id) || (pickedQuantity ?? 0) > 0),
    )
    .sort((a, b) => a.walk - b.walk);
};

/** The picked quantity of a line on the screen; null before it is picked. */
export const pickedOf = (line: OrderLine, draft: PickDraft): number | null =>
  line._id in draft.picked ? (draft.picked[line._id] ?? null) : line.pickedQuantity;

type PickState = 'open' | 'full' | 'short' | 'none' | 'tooMuch' | 'unreadable';
export function pickState(line: OrderLine, draft: PickDraft, tolerance: number): PickState {
  const picked = pickedOf(line, draft);
  if (picked === null) return 'open';
  if (Number.isNaN(picked) || picked < 0) return 'unreadable';
  if (picked === 0) return 'none';
  const { least, most } = pickBounds(line, tolerance);
  if (picked > most) return 'tooMuch';
  return picked < least ? 'short' : 'full';
}

/** The line needs no further action. */
export const isDone = (line: OrderLine, draft: PickDraft): boolean =>
  line._id in draft.substitutes || draft.takenBack.includes(line._id) || pickedOf(line, draft) !== null;

/** The lines with unsaved picks applied; `pickedQuantity` is null for lines not picked yet. */
export const linesAsPicked = (order: Pick<Order, 'lines'>, draft: PickDraft): OrderLine[] =>
  openLines(order).map((line) => ({
    ...line,
    pickedQuantity: isDone(line, draft) ? (pickedOf(line, draft) ?? 0) : null,
  }));

/** Drops changes that restore the saved quantity. */
export function withPicked(draft: PickDraft, line: OrderLine, picked: number | null): PickDraft {
  const { [line._id]: _, ...rest } = draft.picked;
  return { ...draft, picked: picked === line.pickedQuantity ? rest : { ...rest, [line._id]: picked } };
}

export const changeCount = (draft: PickDraft): number =>
  Object.keys(draft.picked).length +
  Object.keys(draft.substitutes).length +
  Object.keys(draft.answers).length +
  draft.added.length +
  draft.takenBack.length +
  Number(draft.bags !== null);

/** The changed lines to send. */
export function linesEdit(
  { picked, substitutes, answers, added, takenBack, bags }: PickDraft,
  order: Pick<Order, 'lines' | 'version'>,
): OrderLinesEdit {
  const lines = new Map<string, NonNullable<OrderLinesEdit['lines']>[number]>();
  const note = (lineId: string, more: object) => lines.set(lineId, { ...lines.get(lineId), lineId, ...more });
  for (const [lineId, pickedQuantity] of Object.entries(picked)) note(lineId, { pickedQuantity });
  for (const [lineId, answer] of Object.entries(answers)) note(lineId, { answer });
  for (const [lineId, { item, quantity, answer }] of Object.entries(substitutes)) {
    // The original item keeps only the quantity that was found.
    const found = picked[lineId] ?? order.lines.find(({ _id }) => _id === lineId)?.pickedQuantity ?? 0;
    const some = found > 0 ? { pickedQuantity: found } : {};
    lines.set(lineId, {
      lineId,
      substituteId: item.subProductId,
      quantity,
      ...some,
      ...(answer && { answer }),
    });
  }
  for (const lineId of takenBack) {
    lines.set(lineId, { lineId, quantity: 0 });
    const instead = order.lines.find(({ _id }) => _id === lineId)?.substituteFor;
    if (instead && !lines.has(instead)) note(instead, { pickedQuantity: null });
  }
  const add = added.map(({ item, quantity }) => ({ subProductId: item.subProductId, quantity }));
  return {
    version: order.version,
    ...(lines.size > 0 && { lines: [...lines.values()] }),
    ...(add.length > 0 && { add }),
    ...(bags !== null && { bags }),
  };
}

/** Adds or subtracts one, down to zero. */
export const stepped = (from: number | null, by: number): number =>
  Math.max(0, addQuantities(Number.isNaN(from) ? 0 : (from ?? 0), by));

export type Scanned =
  | { kind: 'picked' | 'full' | 'weigh'; line: OrderLine; draft: PickDraft; text: string }
  | { kind: 'wrong'; text: string };
/**
 * Applies a scanned code: increments the picked quantity of the matching line, or reports that the order has no line for it.
 */
export function scanned(order: Pick<Order, 'lines'>, draft: PickDraft, code: string): Scanned {
  const line = exactMatch(openLines(order), code);
  if (!line) return { kind: 'wrong', text: `${code} isn't on this order. Put it back.` };
  if (line.soldByWeight) return { kind: 'weigh', line, draft, text: `${itemName(line)}: weigh it now` };
  const picked = pickedOf(line, draft);
  if ((picked ?? 0) >= line.quantity) {
    return {
      kind: 'full',
      line,
      draft,
      text: `${itemName(line)}: all ${line.quantity} are already in the bag. Put this one back.`,
    };
  }
  const next = Math.min(line.quantity, stepped(picked, 1));
  const text = `${itemName(line)}: ${next} of ${line.quantity}`;
  return { kind: 'picked', line, draft: withPicked(draft, line, next), text };
}
