import { itemName } from '@aisle/contract/core/item-name';
import type { ReturnKind } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Returnable, ReturnInput } from '@aisle/contract/sales/returns/returns';
import type { ApiError } from '../../core/api-error.ts';
import {
  alreadyOf,
  amountFor,
  type PickableLine,
  type Picked,
  pickProblem,
  reasonMissing,
} from '../../links/line-picker/picked-lines.ts';

/** The items of an order that can still be returned. */
export function returnableLines(order: Order, { lines: left }: Returnable): PickableLine[] {
  const most = new Map(left.map(({ lineId, quantity }) => [lineId, quantity]));
  return order.lines.flatMap((line) => {
    const quantity = most.get(line._id) ?? 0;
    if (quantity === 0) return [];
    const already = alreadyOf(order, line);
    return [
      {
        id: line._id,
        name: itemName(line),
        goods: line,
        most: quantity,
        already,
        worth: remainingCost(order, line, quantity),
      },
    ];
  });
}

/** The cost of a quantity of a line, up to the amount not refunded yet. */
function remainingCost({ refunds }: Order, line: Order['lines'][number], quantity: number): number {
  const refunded = refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line._id)
    .reduce((sum, { amount }) => sum + amount, 0);
  const refundable = Math.max(0, line.total - refunded);
  const price = { total: line.total, of: line.pickedQuantity ?? line.quantity, refundable };
  return amountFor({ id: line._id, name: itemName(line), goods: line, most: quantity, price }, quantity) ?? 0;
}

export interface ReturnDraft {
  kind: ReturnKind;
  picked: Picked;
  note: string;
  /** Allows the return after the return window. */
  isLateAllowed: boolean;
}
export const emptyDraft: ReturnDraft = { kind: 'return', picked: {}, note: '', isLateAllowed: false };

/** Error messages by field or line. */
export function problemsIn(
  { picked, note, isLateAllowed }: ReturnDraft,
  lines: readonly PickableLine[],
  isLate: boolean,
): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (!lines.some(({ id }) => picked[id])) wrong.lines = 'Choose at least one item';
  for (const line of lines) {
    const one = picked[line.id];
    const problem = one && pickProblem(line, one);
    if (problem) wrong[line.id] = problem;
    else if (one?.noReturn && one.reasonId === null) wrong[line.id] = reasonMissing;
  }
  if (isLate && !isLateAllowed) wrong.override = 'The return window is over';
  if (isLate && isLateAllowed && !note.trim()) wrong.note = 'Enter why you accept it after the return window';
  return wrong;
}

export const draftLines = (picked: Picked): { lineId: string; quantity: number }[] =>
  Object.entries(picked).flatMap(([lineId, { quantity }]) => (quantity ? [{ lineId, quantity }] : []));

export function inputOf(orderId: string, { kind, picked, note }: ReturnDraft, isLate: boolean): ReturnInput {
  return {
    orderId,
    kind,
    lines: draftLines(picked).map((line) => {
      const { reasonId, noReturn } = picked[line.lineId]!;
      return { ...line, ...(reasonId && { reasonId }), ...(noReturn && { noReturn }) };
    }),
    ...(note.trim() && { note: note.trim() }),
    ...(isLate && { override: true }),
  };
}

/** Clears the reasons, because each kind of return has its own. */
export const withKind = (draft: ReturnDraft, kind: ReturnKind): ReturnDraft => ({
  ...draft,
  kind,
  picked: Object.fromEntries(
    Object.entries(draft.picked).map(([id, one]) => [id, { ...one, reasonId: null }]),
  ),
});

/** The server identifies rejected lines by their index in the request; maps them to line IDs. */
export function errorsOf({ fields, message }: ApiError, sent: ReturnInput): Record<string, string> {
  if (fields.length === 0) return { lines: message };
  return Object.fromEntries(
    fields.map((field) => {
      const index = /^lines\.(\d+)/.exec(field.path)?.[1];
      return [index === undefined ? field.path : sent.lines[Number(index)]!.lineId, field.message];
    }),
  );
}
