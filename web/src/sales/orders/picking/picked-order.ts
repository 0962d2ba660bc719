import { discountsOf } from '@aisle/contract/sales/main-orders/order-benefits';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { priceLine } from '@aisle/contract/sales/orders/pricing';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import {
  type PromotionDiscount,
  promotionDiscounts,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import type { QueuedPick } from '../queued-orders.ts';

// Shows an order with picks that the server doesn't have yet. Only the server knows the taxes of added items and computes the
// final total.

export const discountPercentOf = ({ benefits }: Pick<Order, 'benefits'>): number =>
  benefits?.discountPercent ?? 0;

type Price = Pick<OrderLine, 'discount' | 'tax' | 'total'>;
/** The price of a quantity of a line, with the same rounding as on the server. */
function priceOf(
  line: Pick<OrderLine, 'unitPrice' | 'taxRate' | 'discounts'>,
  quantity: number,
  discountPercent: number,
): Price {
  const { discount, tax, total } = priceLine(line, Math.max(0, quantity), discountPercent);
  return { discount, tax, total };
}
export const lineTotal = (...price: Parameters<typeof priceOf>): number => priceOf(...price).total;

/** A line for an item that the server hasn't added yet. */
const newLine = (item: Sellable, own: Partial<OrderLine>): OrderLine => ({
  _id: newLineId(item.subProductId),
  subProductId: item.subProductId,
  name: item.name,
  productName: item.productName,
  variantName: item.variantName,
  sku: item.sku,
  unit: item.unit,
  soldByWeight: item.soldByWeight,
  quantity: 0,
  pickedQuantity: 0,
  pickedBy: null,
  unitPrice: item.price,
  priceSource: null,
  taxSource: null,
  discounts: [],
  discount: 0,
  taxRate: 0,
  tax: 0,
  total: 0,
  substituteFor: null,
  addedByStaff: true,
  removed: false,
  answer: null,
  note: null,
  barcode: item.barcode,
  aisle: '',
  aisleName: null,
  walk: 0,
  ...own,
});
const newLineId = (subProductId: string): string => `new ${subProductId}`;
/** The line isn't on the server yet, so its tax is unknown. */
export const isUnsent = ({ _id, subProductId }: Pick<OrderLine, '_id' | 'subProductId'>): boolean =>
  _id === newLineId(subProductId);

type Picked = Pick<Order, 'lines' | 'benefits'>;

/** The lines with a pick applied, as the server will save them. */
function withPick({ lines, benefits }: Picked, { pick, item, by }: QueuedPick): OrderLine[] {
  const costing = (line: OrderLine): OrderLine => ({
    ...line,
    ...priceOf(line, line.pickedQuantity ?? line.quantity, discountPercentOf({ benefits })),
  });
  const removed = (line: OrderLine) =>
    costing({ ...line, pickedQuantity: 0, removed: true, substituteFor: null });
  /** Puts a quantity of an item that wasn't ordered into the bag. */
  const withItem = (some: OrderLine[], own: Partial<OrderLine> & { subProductId: string }): OrderLine[] => {
    const bagged = { ...own, pickedBy: by, removed: false };
    const open = some.find(
      (one) => one.subProductId === own.subProductId && one.addedByStaff && !one.removed,
    );
    if (open) return some.map((one) => (one === open ? costing({ ...one, ...bagged }) : one));
    return item ? [...some, costing(newLine(item, bagged))] : some;
  };
  if (pick.item) {
    const { subProductId, quantity } = pick.item;
    if (quantity > 0) {
      return withItem(lines, { subProductId, quantity, pickedQuantity: quantity, substituteFor: null });
    }
    return lines.map((one) => (one.subProductId === subProductId && one.addedByStaff ? removed(one) : one));
  }
  if (!pick.line) return lines;
  const { lineId, substitute, answer, pickedQuantity } = pick.line;
  const after = lines.map((line) => {
    if (line._id === lineId) {
      const isReplaced = substitute && pickedQuantity === undefined;
      const quantity = isReplaced ? (line.pickedQuantity ?? 0) : (pickedQuantity ?? null);
      const isSame = !isReplaced && pickedQuantity === undefined;
      return costing({
        ...line,
        ...(!isSame && { pickedQuantity: quantity, pickedBy: quantity === null ? null : by }),
        ...(substitute ? { answer: null } : answer !== undefined && { answer }),
      });
    }
    const isOut =
      substitute !== undefined &&
      line.substituteFor === lineId &&
      line.subProductId !== substitute?.subProductId;
    return isOut ? removed(line) : line;
  });
  if (!substitute) return after;
  const { subProductId, quantity } = substitute;
  const own = { subProductId, quantity, pickedQuantity: quantity, substituteFor: lineId };
  // The tax of the original item is the best guess.
  const taxRate = lines.find(({ _id }) => _id === lineId)?.taxRate ?? 0;
  const isNew = !lines.some((one) => one.subProductId === subProductId && !one.removed);
  return withItem(after, { ...own, ...(isNew && { taxRate }), ...(answer !== undefined && { answer }) });
}

const sumOf = (lines: readonly OrderLine[], key: keyof Price): number =>
  lines.reduce((sum, line) => sum + line[key], 0);

/** The promotions of the order with these lines. Those of the delivery fee and of coins stay. */
function promotionsOf(order: Order, lines: readonly OrderLine[]): PromotionDiscount[] {
  const others = order.discounts.flatMap((one) =>
    one.source === 'promotion' && one.amount === 0 ? [one] : [],
  );
  return [...promotionDiscounts(lines, null, null), ...others];
}

/** The order with unsent picks: lines, bags, totals and the amount due. */
export function withPicks(order: Order, picks: readonly QueuedPick[]): Order {
  if (picks.length === 0) return order;
  const lines = picks.reduce((some, pick) => withPick({ ...order, lines: some }, pick), order.lines);
  const discountTotal = sumOf(lines, 'discount');
  const taxTotal = sumOf(lines, 'tax');
  const goods = sumOf(lines, 'total');
  const total = goods + order.deliveryFee;
  return {
    ...order,
    lines,
    bags: picks.findLast(({ pick }) => pick.bags !== undefined)?.pick.bags ?? order.bags,
    itemsTotal: goods - taxTotal + discountTotal,
    discountTotal,
    discounts: discountsOf(order.benefits, discountTotal, promotionsOf(order, lines)),
    taxTotal,
    total,
    payments: order.payments.map((payment) =>
      payment.status === 'due'
        ? { ...payment, amount: Math.max(0, payment.amount + total - order.total) }
        : payment,
    ),
  };
}

/** The total if everything that the customer ordered is found. */
export const orderedTotal = (order: Pick<Order, 'lines' | 'deliveryFee' | 'benefits'>): number =>
  order.lines
    .filter(({ addedByStaff, removed }) => !addedByStaff && !removed)
    .reduce((sum, line) => sum + lineTotal(line, line.quantity, discountPercentOf(order)), order.deliveryFee);

/** Describes how the price difference is settled; empty if there is none. */
export function differenceText(
  order: Pick<Order, 'paid' | 'paymentType' | 'payments' | 'status' | 'total'>,
  total: number,
  money: (cents: number) => string,
): string {
  const beyond = order.paid - total;
  if (beyond > 0) return `${money(beyond)} will be refunded`;
  if (total === order.total) return '';
  const by = money(Math.abs(total - order.total));
  if (order.paymentType === 'cashOnDelivery')
    return total < order.total ? `${by} less in cash` : `${by} more in cash`;
  if (total < order.total) return `${by} less on the card`;
  // The card is charged at most the authorized amount once the order is picked.
  if (order.status === 'processing') return `${by} more`;
  const isPromised = order.payments.some(({ kind, status }) => kind === 'card' && status === 'authorised');
  return isPromised ? `${by} more, charged to the card` : `${by} more to pay`;
}
