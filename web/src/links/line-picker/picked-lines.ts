import { formatMoney, roundedShare } from '@aisle/contract/core/money';
import {
  addQuantities,
  countedIn,
  formatQuantity,
  quantityProblem,
  type Unit,
} from '@aisle/contract/core/quantity';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { isReturnDone, isReturnFailed } from '@aisle/contract/sales/returns/return-status-groups';

/** A line that can be selected. */
export interface PickableLine {
  id: string;
  name: string;
  /** Null for a line without a quantity: the delivery fee. */
  goods: { unit: Unit; soldByWeight: boolean } | null;
  /** The maximum quantity. */
  most: number;
  /** Describes earlier refunds, returns and replacements. */
  already?: string | null;
  /** The cost of the maximum quantity less refunds, if the user doesn't enter amounts. */
  worth?: number;
  /** The cost `total` of the quantity `of`, and the amount of it that can be refunded, if the user enters amounts. */
  price?: { total: number; of: number; refundable: number };
}
/** The input for a selected line; NaN for text that can't be parsed. */
export interface PickedLine {
  quantity: number | null;
  /** In cents. */
  amount: number | null;
  reasonId: string | null;
  noReturn: boolean;
}
/** The selected lines by ID. */
export type Picked = Readonly<Record<string, PickedLine>>;

/** The amount for this quantity of a line, limited to the refundable amount. */
export function amountFor({ price }: PickableLine, quantity: number | null): number | null {
  if (!price || quantity === null || Number.isNaN(quantity)) return null;
  const whole = Math.round(price.of * 1000);
  if (whole === 0) return null;
  const share = roundedShare(price.total, Math.min(whole, Math.round(quantity * 1000)), whole);
  return Math.min(price.refundable, share);
}

/** Selects the whole line at first, with the reason of the last line that has one. */
export function picking(line: PickableLine, picked: Picked): PickedLine {
  const last = Object.values(picked).findLast(({ reasonId }) => reasonId !== null);
  return {
    quantity: line.goods ? line.most : null,
    amount: line.goods ? amountFor(line, line.most) : (line.price?.refundable ?? null),
    reasonId: last?.reasonId ?? null,
    noReturn: false,
  };
}
export const pickingAll = (lines: readonly PickableLine[], picked: Picked): Picked =>
  Object.fromEntries(lines.map((line) => [line.id, picked[line.id] ?? picking(line, picked)]));

/** Replaces one line; a newly chosen reason also applies to lines without a reason. */
export function withLine(picked: Picked, id: string, one: PickedLine | null): Picked {
  const { [id]: before, ...others } = picked;
  if (!one) return others;
  const isNewReason = one.reasonId !== null && one.reasonId !== before?.reasonId;
  // Keeps the order in which lines were selected.
  return Object.fromEntries(
    Object.entries({ ...picked, [id]: one }).map(([key, line]) => [
      key,
      isNewReason && line.reasonId === null ? { ...line, reasonId: one.reasonId } : line,
    ]),
  );
}

/** The error of a line whose reason field is empty, which the field shows. */
export const reasonMissing = 'Reason is required';

/** The error of a selected line, if any. */
export function pickProblem(line: PickableLine, { quantity, amount }: PickedLine): string | undefined {
  const { goods, most, price } = line;
  if (price) {
    if (Number.isNaN(amount)) return 'Enter an amount like 4.50';
    if (!amount) return 'Enter an amount above 0';
    if (amount > price.refundable) return `Up to ${formatMoney(price.refundable)}`;
    // An entered amount needs no quantity.
    if (quantity === null) return undefined;
  }
  if (!goods) return undefined;
  if (quantity === null || Number.isNaN(quantity) || quantity === 0) return 'Enter a quantity above 0';
  if (quantity > most) return `Up to ${formatQuantity(most, countedIn(goods))}`;
  return quantityProblem(goods, quantity);
}

/** The number of units: pieces are counted, a weighed line is one unit. */
export const itemsIn = (lines: readonly PickableLine[], picked: Picked): number =>
  lines.reduce((sum, { id, goods }) => {
    const quantity = picked[id]?.quantity;
    if (!goods || !quantity) return sum;
    return sum + (goods.soldByWeight || !Number.isInteger(quantity) ? 1 : quantity);
  }, 0);

export const amountIn = (picked: Picked): number =>
  Object.values(picked).reduce((sum, { amount }) => sum + (amount || 0), 0);

/** "Refunded $3.00 · 1 returned": the refunds and returns of a line. */
export function alreadyOf({ refunds, returns }: Pick<Order, 'refunds' | 'returns'>, line: OrderLine) {
  const parts = refunds.flatMap(({ lines }) => lines).filter(({ lineId }) => lineId === line._id);
  const refunded = parts.reduce((sum, { amount }) => sum + amount, 0);
  const units = parts.reduce((sum, { quantity = 0 }) => addQuantities(sum, quantity), 0);
  const requests = returns
    .filter(({ status }) => !isReturnFailed(status))
    .flatMap(({ kind, status, lines }) =>
      lines
        .filter(({ lineId }) => lineId === line._id)
        .map(({ received, quantity }) => {
          const much = formatQuantity(received ?? quantity, countedIn(line));
          if (isReturnDone(status)) return `${much} ${status}`;
          return `${much} in an open ${kind === 'return' ? 'return' : 'replacement'}`;
        }),
    );
  const inUnits = line.total === 0 && units > 0 ? [`${formatQuantity(units, countedIn(line))} refunded`] : [];
  const texts = [...(refunded > 0 ? [`${formatMoney(refunded)} refunded`] : inUnits), ...requests];
  return texts.length > 0 ? texts.join(' · ') : null;
}
