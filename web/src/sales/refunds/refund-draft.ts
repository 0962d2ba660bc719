import { itemName } from '@aisle/contract/core/item-name';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { MoneyPlan, RefundDraft, RefundInput } from '@aisle/contract/sales/refunds/refunds';
import { alreadyOf, type PickableLine, type Picked } from '../../links/line-picker/picked-lines.ts';

/** The delivery fee is selected like a line. */
export const feeId = 'deliveryFee';

/** The refundable amounts of an order, from its plan without a selection. */
export function refundableLines(order: Order, plan: MoneyPlan): PickableLine[] {
  const lines = order.lines.flatMap((line): PickableLine[] => {
    const refundable = plan.lines.find(({ lineId }) => lineId === line._id)?.refundable ?? 0;
    if (refundable === 0) return [];
    const delivered = line.pickedQuantity ?? line.quantity;
    const price = { total: line.total, of: delivered, refundable };
    return [
      {
        id: line._id,
        name: itemName(line),
        goods: line,
        most: delivered,
        already: alreadyOf(order, line),
        price,
      },
    ];
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

/** The draft of the selected lines; null if an amount is invalid or no line is selected. */
export function toDraft(picked: Picked): RefundDraft | null {
  const amounts = Object.entries(picked).map(([lineId, { amount }]) => ({ lineId, amount: amount ?? 0 }));
  if (amounts.length === 0 || amounts.some(({ amount }) => !(amount > 0))) return null;
  const lines = amounts.filter(({ lineId }) => lineId !== feeId);
  const deliveryFee = amounts.find(({ lineId }) => lineId === feeId)?.amount ?? 0;
  return { ...(lines.length > 0 && { lines }), deliveryFee };
}

/** The draft with reasons. */
export function inputOf(picked: Picked, note: string, to: RefundDraft['to']): RefundInput | null {
  const wish = toDraft(picked);
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
