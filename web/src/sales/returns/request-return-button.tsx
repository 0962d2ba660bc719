import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { useCan } from '../../core/session/session.ts';

const RequestReturnDialog = later(() =>
  import('./request-return-dialog.tsx').then((module) => module.RequestReturnDialog),
);

interface RequestReturnButtonProps {
  order: Order;
  /** Gets the result as text and stays on the page; without it, the new return opens. */
  onDone?: ((result: string) => void) | undefined;
}
/** Opens the dialog for a return or replacement of a delivered order. */
export function RequestReturnButton({ order, onDone }: RequestReturnButtonProps) {
  const canEdit = useCan('order_edit');
  const [isOpen, setOpen] = useState(false);
  if (!canEdit) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Return or replace…
      </Button>
      {isOpen && (
        <Suspense>
          <RequestReturnDialog order={order} onDone={onDone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
