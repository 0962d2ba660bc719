import { isPicked } from '@aisle/contract/sales/orders/order-status-groups';
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
/** Opens the refund dialog of a picked order; hidden if nothing is left to refund. */
export function RefundButton({ order, onDone }: RefundButtonProps) {
  const may = [useCan('order_edit'), useCan('cancel_order')].every(Boolean);
  const [isOpen, setOpen] = useState(false);
  const opened = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  if (!may || !isPicked(order.status) || order.paid <= opened) return null;
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
