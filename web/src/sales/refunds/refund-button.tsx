import { addQuantities } from '@aisle/contract/core/quantity';
import { isFeeRefundable, isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';

const RefundDialog = later(() => import('./refund-dialog.tsx').then((module) => module.RefundDialog));

interface RefundButtonProps {
  order: Order;
  /** Gets the result as text, for a page that records it. */
  onDone?: ((result: string) => void) | undefined;
}
/** What can still be refunded: everything paid, and until the order is picked only the delivery fee. */
function refundableIn({ status, paid, deliveryFee, refunds }: Order): number {
  const opened = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  if (isPicked(status)) return paid - opened;
  if (!isFeeRefundable(status)) return 0;
  const ofFee = refunds.reduce((sum, refund) => sum + refund.deliveryFee, 0);
  return Math.min(paid - opened, deliveryFee - ofFee);
}

/** Whether a line that cost nothing hasn't been refunded in full. */
function hasFreeLine({ status, lines, refunds }: Order): boolean {
  if (status !== 'delivered') return false;
  const parts = refunds.flatMap((refund) => refund.lines);
  return lines.some((line) => {
    const delivered = line.removed ? 0 : (line.pickedQuantity ?? line.quantity);
    const refunded = parts
      .filter(({ lineId }) => lineId === line._id)
      .reduce((sum, { quantity = 0 }) => addQuantities(sum, quantity), 0);
    return line.total === 0 && delivered > refunded;
  });
}

/** Opens the refund dialog of a paid order; hidden if nothing is left to refund. */
export function RefundButton({ order, onDone }: RefundButtonProps) {
  const may = [useCan('order_edit'), useCan('cancel_order')].every(Boolean);
  const [isOpen, setOpen] = useState(false);
  if (!may || (refundableIn(order) <= 0 && !hasFreeLine(order))) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Refund…
      </Button>
      {isOpen && (
        <Suspense>
          <RefundDialog order={order} onDone={onDone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
