import { formatMoney } from '@aisle/contract/core/money';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { isRefundAnswered } from '@aisle/contract/sales/refunds/refund-status-groups';
import { isReturnDone, isReturnFailed } from '@aisle/contract/sales/returns/return-status-groups';
import { statusLabel } from '../../../links/sales/order-status.tsx';
import type { StatusFamily } from '../../../ui/values/status-badge.tsx';

interface LineTag {
  label: string;
  family: StatusFamily;
}

/** Fewer units were picked than ordered. Lines that the customer cancelled or accepted a substitute for aren't short. */
export function isShort(
  {
    _id,
    removed,
    pickedQuantity,
    quantity,
    soldByWeight,
  }: Pick<OrderLine, '_id' | 'removed' | 'pickedQuantity' | 'quantity' | 'soldByWeight'>,
  lines: readonly Pick<OrderLine, 'substituteFor' | 'removed'>[],
): boolean {
  if (removed || pickedQuantity === null) return false;
  if (lines.some((line) => line.substituteFor === _id && !line.removed)) return false;
  return pickedQuantity === 0 || (!soldByWeight && pickedQuantity < quantity);
}

/** Short labels of a line's outcome. */
export function tagsOf(
  line: OrderLine,
  { lines, refunds, returns }: Pick<Order, 'lines' | 'refunds' | 'returns'>,
): LineTag[] {
  const tags: LineTag[] = [];
  if (line.removed) tags.push({ label: 'Cancelled', family: 'off' });
  else if (line.pickedQuantity !== null && isShort(line, lines)) {
    tags.push({ label: line.pickedQuantity === 0 ? 'Out of stock' : 'Short', family: 'waiting' });
  }
  const ofLine = refunds.filter((refund) => refund.lines.some(({ lineId }) => lineId === line._id));
  const refunded = ofLine
    .filter(({ status }) => status === 'refunded')
    .flatMap((refund) => refund.lines.filter(({ lineId }) => lineId === line._id))
    .reduce((sum, { amount }) => sum + amount, 0);
  if (refunded > 0) tags.push({ label: `Refunded ${formatMoney(refunded)}`, family: 'off' });
  // The payment panel shows the same refund with the same name.
  const open = ofLine.find(({ status }) => !isRefundAnswered(status));
  if (open) tags.push({ label: statusLabel(open.status), family: 'working' });
  for (const { kind, status, noReturn, lines: returned } of returns) {
    // Items that the customer kept weren't returned; their refund says what happened.
    if (noReturn && kind === 'return') continue;
    if (isReturnFailed(status) || !returned.some(({ lineId }) => lineId === line._id)) continue;
    const [past, noun] = kind === 'replace' ? ['Replaced', 'Replacement'] : ['Returned', 'Return'];
    if (isReturnDone(status)) tags.push({ label: past, family: 'good' });
    else tags.push({ label: `${noun} in progress`, family: 'working' });
  }
  return tags;
}
