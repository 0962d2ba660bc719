import { lineAmount, percentOf } from '@aisle/contract/core/money';
import { discountsOf } from '@aisle/contract/sales/main-orders/order-benefits';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { openLines, type PickDraft, pickedOf } from './picking.ts';

// Previews the total of an order with unsaved picks. Only the server knows the taxes of added items and computes the final
// total.

export const discountPercentOf = ({ benefits }: Pick<Order, 'benefits'>): number =>
  benefits?.discountPercent ?? 0;

type Price = Pick<OrderLine, 'discount' | 'tax' | 'total'>;
/** The price of a quantity of a line, with the same rounding as on the server. */
function priceOf(
  { unitPrice, taxRate }: Pick<OrderLine, 'unitPrice' | 'taxRate'>,
  quantity: number,
  discountPercent: number,
): Price {
  const goods = lineAmount(unitPrice, Math.max(0, quantity));
  const discount = percentOf(goods, discountPercent);
  const tax = percentOf(goods - discount, taxRate);
  return { discount, tax, total: goods - discount + tax };
}
export const lineTotal = (...price: Parameters<typeof priceOf>): number => priceOf(...price).total;

const readable = (quantity: number | null, fallback: number): number =>
  quantity === null || Number.isNaN(quantity) ? fallback : quantity;

/** A line for an item that the server hasn't added yet. */
const newLine = (item: Sellable, quantity: number, own: Partial<OrderLine>): OrderLine => ({
  _id: item.subProductId,
  subProductId: item.subProductId,
  name: item.name,
  productName: item.productName,
  variantName: item.variantName,
  sku: item.sku,
  unit: item.unit,
  soldByWeight: item.soldByWeight,
  quantity,
  pickedQuantity: quantity,
  pickedBy: null,
  unitPrice: item.price,
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

type Picked = Pick<Order, 'lines' | 'deliveryFee' | 'benefits'>;
/** The lines as picked, with new prices for changed lines; lines that are neither picked nor paid cost nothing. */
function pickedLines(order: Picked, draft: PickDraft): OrderLine[] {
  const costing = (line: OrderLine, quantity: number): OrderLine => ({
    ...line,
    ...priceOf(line, quantity, discountPercentOf(order)),
  });
  const open = new Set(openLines(order));
  const backOnOrder = new Set(
    order.lines.filter(({ _id }) => draft.takenBack.includes(_id)).map(({ substituteFor }) => substituteFor),
  );
  const lines = order.lines.flatMap((line): OrderLine[] => {
    if (draft.takenBack.includes(line._id)) return [{ ...costing(line, 0), removed: true }];
    if (!open.has(line))
      return [
        backOnOrder.has(line._id)
          ? { ...costing(line, line.quantity), pickedQuantity: null }
          : costing(line, 0),
      ];
    const substitute = draft.substitutes[line._id];
    const picked = pickedOf(line, draft);
    if (substitute) {
      const found = readable(picked, 0);
      const { item, answer } = substitute;
      const quantity = readable(substitute.quantity, 0);
      const { taxRate } = line;
      const _id = `${line._id}:substitute`;
      const instead = newLine(item, quantity, { _id, substituteFor: line._id, answer, taxRate });
      return [{ ...costing(line, found), pickedQuantity: found }, costing(instead, quantity)];
    }
    if (picked === line.pickedQuantity) return [line];
    return [{ ...costing(line, readable(picked, line.quantity)), pickedQuantity: picked }];
  });
  const added = draft.added.map(({ item, quantity }) => {
    const taken = readable(quantity, 0);
    return costing(newLine(item, taken, {}), taken);
  });
  return [...lines, ...added];
}

const sumOf = (lines: readonly OrderLine[], key: keyof Price): number =>
  lines.reduce((sum, line) => sum + line[key], 0);

/** The total of the order as picked. */
export function previewTotal(order: Picked, draft: PickDraft): { total: number; isExact: boolean } {
  const isExact = draft.added.length === 0 && Object.keys(draft.substitutes).length === 0;
  return { total: order.deliveryFee + sumOf(pickedLines(order, draft), 'total'), isExact };
}

/** The order after saving its picks: lines, totals and the amount due. */
export function asPicked(order: Order, draft: PickDraft): Order {
  const lines = pickedLines(order, draft);
  const discountTotal = sumOf(lines, 'discount');
  const taxTotal = sumOf(lines, 'tax');
  const goods = sumOf(lines, 'total');
  const total = goods + order.deliveryFee;
  return {
    ...order,
    lines,
    itemsTotal: goods - taxTotal + discountTotal,
    discountTotal,
    discounts: discountsOf(order.benefits, discountTotal),
    taxTotal,
    total,
    payments: order.payments.map((payment) =>
      payment.status === 'due'
        ? { ...payment, amount: Math.max(0, payment.amount + total - order.total) }
        : payment,
    ),
  };
}

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
