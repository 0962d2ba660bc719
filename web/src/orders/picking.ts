import { lineAmount, percentOf } from '@aisle/contract/core/money';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { Order, OrderLine, OrderLinesEdit, Sellable } from '@aisle/contract/orders';

/** What a picker has noted and not saved yet. */
export interface PickDraft {
  /** By line; null forgets an earlier pick, NaN is text that is no number. */
  picked: Readonly<Record<string, number | null>>;
  substitutes: Readonly<Record<string, { item: Sellable; quantity: number }>>;
  added: readonly { item: Sellable; quantity: number }[];
}
export const nothingPicked: PickDraft = { picked: {}, substitutes: {}, added: [] };

/** The lines of an order that are still to be fetched from the shelf: those replaced are not. */
export const openLines = (order: Order): OrderLine[] => {
  const replaced = new Set(order.lines.map(({ substituteFor }) => substituteFor));
  return order.lines.filter(({ _id }) => !replaced.has(_id));
};

/** What is taken of a line as it stands on the screen; null while nobody has looked. */
export const pickedOf = (line: OrderLine, draft: PickDraft): number | null =>
  line._id in draft.picked ? (draft.picked[line._id] ?? null) : line.pickedQuantity;

export type PickState = 'open' | 'full' | 'short' | 'none' | 'unreadable';
export function pickState(line: OrderLine, draft: PickDraft): PickState {
  const picked = pickedOf(line, draft);
  if (picked === null) return 'open';
  if (Number.isNaN(picked) || picked < 0) return 'unreadable';
  if (picked === 0) return 'none';
  return picked < line.quantity && !line.soldByWeight ? 'short' : 'full';
}

/** Without what was put back to how it was saved. */
export function withPicked(draft: PickDraft, line: OrderLine, picked: number | null): PickDraft {
  const { [line._id]: _, ...rest } = draft.picked;
  return { ...draft, picked: picked === line.pickedQuantity ? rest : { ...rest, [line._id]: picked } };
}

export const changeCount = (draft: PickDraft): number =>
  Object.keys(draft.picked).length + Object.keys(draft.substitutes).length + draft.added.length;

/** What to send: only what changed. */
export function linesEdit(draft: PickDraft, version: number): OrderLinesEdit {
  const picked = Object.entries(draft.picked)
    .filter(([lineId]) => !(lineId in draft.substitutes))
    .map(([lineId, pickedQuantity]) => ({ lineId, pickedQuantity }));
  const substituted = Object.entries(draft.substitutes).map(([lineId, { item, quantity }]) => ({
    lineId,
    substituteId: item.subProductId,
    quantity,
  }));
  const add = draft.added.map(({ item, quantity }) => ({ subProductId: item.subProductId, quantity }));
  const lines = [...picked, ...substituted];
  return { version, ...(lines.length > 0 && { lines }), ...(add.length > 0 && { add }) };
}

/**
 * What the order comes to as it is picked. A preview: the server has the last word, and taxes of what is new
 * here are known only to it.
 */
export function previewTotal(order: Order, draft: PickDraft): { total: number; isExact: boolean } {
  let total = order.deliveryFee;
  for (const line of openLines(order)) {
    const substitute = draft.substitutes[line._id];
    if (substitute) {
      total += withTax(lineAmount(substitute.item.price, substitute.quantity), line.taxRate);
      continue;
    }
    const picked = pickedOf(line, draft);
    const isAsSaved = picked === line.pickedQuantity;
    const quantity = picked === null || Number.isNaN(picked) ? line.quantity : picked;
    total += isAsSaved ? line.total : lineTotal(line, quantity);
  }
  for (const { item, quantity } of draft.added) total += lineAmount(item.price, quantity);
  const isExact = draft.added.length === 0 && Object.keys(draft.substitutes).length === 0;
  return { total, isExact };
}
const withTax = (goods: number, rate: number): number => goods + percentOf(goods, rate);
function lineTotal(line: OrderLine, quantity: number): number {
  if (quantity <= 0) return 0;
  const share = line.quantity > 0 ? Math.min(1, quantity / line.quantity) : 1;
  const goods = lineAmount(line.unitPrice, quantity) - Math.round(line.discount * share);
  return withTax(goods, line.taxRate);
}

/** One more or one less, never below nothing. */
export const stepped = (from: number | null, by: number): number =>
  Math.max(0, addQuantities(Number.isNaN(from) ? 0 : (from ?? 0), by));
