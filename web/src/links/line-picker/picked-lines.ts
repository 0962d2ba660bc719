import { formatMoney, roundedShare } from '@aisle/contract/core/money';
import {
  addQuantities,
  countedIn,
  formatQuantity,
  isSoldInPieces,
  quantityProblem,
  type Unit,
} from '@aisle/contract/core/quantity';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { isReturnDone, isReturnFailed } from '@aisle/contract/sales/returns/return-status-groups';

/** A line as the picker offers it. */
export interface PickableLine {
  id: string;
  name: string;
  /** Null for what has no quantity: the delivery fee. */
  goods: { unit: Unit; soldByWeight: boolean } | null;
  /** The most that can be picked of it. */
  most: number;
  /** What was refunded, returned or replaced before. */
  already?: string | null;
  /** What `most` of it cost, as far as it is not refunded, where no amount is entered. */
  worth?: number;
  /** What so much as `of` of it cost, and the most of that which can be refunded; where amounts are entered. */
  price?: { total: number; of: number; refundable: number };
}
/** What was picked of a line; NaN is text that cannot be read. */
export interface PickedLine {
  quantity: number | null;
  /** In cents. */
  amount: number | null;
  reasonId: string | null;
  noReturn: boolean;
}
/** By line; what is not picked is not in it. */
export type Picked = Readonly<Record<string, PickedLine>>;

/** The amount of so much of a line, as far as it can still be refunded. */
export function amountFor({ price }: PickableLine, quantity: number | null): number | null {
  if (!price || quantity === null || Number.isNaN(quantity)) return null;
  const whole = Math.round(price.of * 1000);
  if (whole === 0) return null;
  const share = roundedShare(price.total, Math.min(whole, Math.round(quantity * 1000)), whole);
  return Math.min(price.refundable, share);
}

/** A line is picked whole at first, for the reason of the lines before it. */
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

/** Replaces one line; the first reason that is chosen holds for the lines that have none yet. */
export function withLine(picked: Picked, id: string, one: PickedLine | null): Picked {
  const { [id]: before, ...others } = picked;
  if (!one) return others;
  const isNewReason = one.reasonId !== null && one.reasonId !== before?.reasonId;
  // Keeps the sequence in which lines were picked.
  return Object.fromEntries(
    Object.entries({ ...picked, [id]: one }).map(([key, line]) => [
      key,
      isNewReason && line.reasonId === null ? { ...line, reasonId: one.reasonId } : line,
    ]),
  );
}

/** A piece more or less; weighed goods by a quarter of their unit. */
export function stepped(line: PickableLine, quantity: number | null, by: 1 | -1): number {
  const step = line.goods?.soldByWeight && !isSoldInPieces(line.goods) ? 0.25 : 1;
  const from = quantity === null || Number.isNaN(quantity) ? 0 : quantity;
  return Math.min(line.most, Math.max(0, addQuantities(from, by * step)));
}

/** What is wrong with a picked line, if anything is. */
export function pickProblem(line: PickableLine, { quantity, amount }: PickedLine): string | undefined {
  const { goods, most, price } = line;
  if (price) {
    if (Number.isNaN(amount)) return 'Enter an amount like 4.50';
    if (!amount) return 'Enter an amount above 0';
    if (amount > price.refundable) return `Up to ${formatMoney(price.refundable)}`;
    // An amount that was typed needs no quantity.
    if (quantity === null) return undefined;
  }
  if (!goods) return undefined;
  if (quantity === null || Number.isNaN(quantity) || quantity === 0) return 'Enter a quantity above 0';
  if (quantity > most) return `Up to ${formatQuantity(most, countedIn(goods))}`;
  return quantityProblem(goods, quantity);
}

/** How many items that is: pieces are counted, what is weighed is one. */
export const itemsIn = (lines: readonly PickableLine[], picked: Picked): number =>
  lines.reduce((sum, { id, goods }) => {
    const quantity = picked[id]?.quantity;
    if (!goods || !quantity) return sum;
    return sum + (goods.soldByWeight || !Number.isInteger(quantity) ? 1 : quantity);
  }, 0);

export const amountIn = (picked: Picked): number =>
  Object.values(picked).reduce((sum, { amount }) => sum + (amount || 0), 0);

/** "Refunded $3.00 · 1 returned": what became of a line after its delivery. */
export function alreadyOf({ refunds, returns }: Pick<Order, 'refunds' | 'returns'>, line: OrderLine) {
  const refunded = refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line._id)
    .reduce((sum, { amount }) => sum + amount, 0);
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
  const texts = [...(refunded > 0 ? [`${formatMoney(refunded)} refunded`] : []), ...requests];
  return texts.length > 0 ? texts.join(' · ') : null;
}
