import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';

const TakePaymentDialog = later(() =>
  import('./take-payment-dialog.tsx').then((module) => module.TakePaymentDialog),
);

/** Opens the payment dialog of an order; hidden if no payment is due or a card payment is in progress. */
export function TakePaymentButton({ order }: { order: Order }) {
  const canEdit = useCan('order_edit');
  const [isOpen, setOpen] = useState(false);
  const isDue = order.payments.some(({ status, underWay }) => status === 'due' && !underWay);
  const isUnderWay = order.payments.some(({ status, underWay }) => status === 'due' && underWay);
  if (!canEdit || !isDue || isUnderWay) return null;
  return (
    <>
      <Button variant={order.status === 'pending' ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        Take payment…
      </Button>
      {isOpen && (
        <Suspense>
          <TakePaymentDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
