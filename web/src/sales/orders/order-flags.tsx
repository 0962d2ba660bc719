import { pluralize } from '@aisle/contract/core/pluralize';
import { isActive } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { promisedAt } from '@aisle/contract/sales/orders/promise';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { spanText } from '../../ui/values/when.ts';
import { isShort } from './record/line-tags.ts';

const minute = 60_000;

/** "5 min late"; null during the first minute and for finished orders. */
export function lateText(order: Pick<Order, 'status' | 'slot' | 'createdAt'>, now: number): string | null {
  const late = now - promisedAt(order);
  return isActive(order.status) && late >= minute ? `${spanText(late)} late` : null;
}

type PickedLine = Pick<
  Order['lines'][number],
  '_id' | 'pickedQuantity' | 'quantity' | 'soldByWeight' | 'substituteFor' | 'removed'
>;

/** The number of short lines and of replaced lines. */
export const pickedDifferently = (lines: readonly PickedLine[]): { short: number; replaced: number } => ({
  short: lines.filter((line) => isShort(line, lines)).length,
  replaced: lines.filter(({ substituteFor, removed }) => substituteFor && !removed).length,
});

/** The exceptional properties of an order, shown beside its status. */
export function OrderFlags({ order }: { order: Order }) {
  // Returning orders have no customer waiting for them.
  const late = order.comingBackFrom ? null : lateText(order, Date.now());
  const { short, replaced } = pickedDifferently(order.lines);
  const hasFailedRefund = order.refunds.some(({ status }) => status === 'refundFailed');
  return (
    <>
      {late && <StatusBadge family="bad" label={late} />}
      {short > 0 && (
        <StatusBadge family="waiting" label={short === 1 ? '1 item short' : `${short} items short`} />
      )}
      {replaced > 0 && <StatusBadge family="working" label={pluralize(replaced, 'substitute')} />}
      {hasFailedRefund && order.headlineStatus !== 'refundFailed' && (
        <StatusBadge family="bad" label="Refund failed" />
      )}
    </>
  );
}
