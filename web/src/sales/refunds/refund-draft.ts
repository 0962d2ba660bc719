import { itemName } from '@aisle/contract/core/item-name';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { MoneyPlan, RefundDraft, RefundInput } from '@aisle/contract/sales/refunds/refunds';
import { alreadyOf, type PickableLine, type Picked } from '../../links/line-picker/picked-lines.ts';

/** The delivery fee is selected like a line. */
export const feeId = 'deliveryFee';

/** The refundable amounts of an order, from its plan without a selection. */
export function refundableLines(order: Order, plan: MoneyPlan): PickableLine[] {
  const lines = order.lines.flatMap((line): PickableLine[] => {
    const planned = plan.lines.find(({ lineId }) => lineId === line._id);
    const { refundable = 0, refundableQuantity = 0 } = planned ?? {};
    const delivered = line.pickedQuantity ?? line.quantity;
    const shown = { id: line._id, name: itemName(line), goods: line, already: alreadyOf(order, line) };
    // A free line has no amount: its quantity is refunded.
    if (refundableQuantity > 0) return [{ ...shown, most: refundableQuantity, worth: 0 }];
    if (refundable === 0) return [];
    return [{ ...shown, most: delivered, price: { total: line.total, of: delivered, refundable } }];
  });
  const fee = plan.deliveryFeeRefundable;
  if (fee === 0) return lines;
  return [
    ...lines,
    {
      id: feeId,
      name: 'Delivery fee',
      goods: null,
      most: 1,
      price: { total: fee, of: 1, refundable: fee },
    },
  ];
}

/** Free lines are refunded by quantity. */
const isFree = ({ worth }: PickableLine): boolean => worth === 0;

/** The draft of the selected lines; null if an amount or a quantity is invalid or no line is selected. */
export function toDraft(picked: Picked, lines: readonly PickableLine[]): RefundDraft | null {
  const free = new Set(lines.filter(isFree).map(({ id }) => id));
  const parts = Object.entries(picked).map(([lineId, { amount, quantity }]) =>
    free.has(lineId) ? { lineId, quantity: quantity ?? 0 } : { lineId, amount: amount ?? 0 },
  );
  const isValid = (part: { amount?: number; quantity?: number }) => (part.amount ?? part.quantity ?? 0) > 0;
  if (parts.length === 0 || !parts.every(isValid)) return null;
  const ofLines = parts.filter(({ lineId }) => lineId !== feeId);
  return { ...(ofLines.length > 0 && { lines: ofLines }), deliveryFee: picked[feeId]?.amount ?? 0 };
}

/** The draft with reasons. */
export function inputOf(
  picked: Picked,
  lines: readonly PickableLine[],
  { note, to }: { note: string; to: RefundDraft['to'] },
): RefundInput | null {
  const wish = toDraft(picked, lines);
  if (!wish) return null;
  const reasonOf = (id: string) => picked[id]?.reasonId ?? undefined;
  const ofFee = reasonOf(feeId);
  return {
    ...(wish.lines && {
      lines: wish.lines.map((line) => {
        const reasonId = reasonOf(line.lineId);
        return { ...line, ...(reasonId && { reasonId }) };
      }),
    }),
    ...(wish.deliveryFee !== undefined && { deliveryFee: wish.deliveryFee }),
    ...(ofFee && { deliveryFeeReasonId: ofFee }),
    ...(note.trim() && { reason: note.trim() }),
    ...(to === 'storeCredit' && { to }),
  };
}
