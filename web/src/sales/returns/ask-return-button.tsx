import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/later.ts';
import { useMay } from '../../core/session/session.ts';

const AskReturnDialog = later(() =>
  import('./ask-return-dialog.tsx').then((module) => module.AskReturnDialog),
);

interface AskReturnButtonProps {
  order: Order;
  /** Receives the result in words, and keeps the page; without it, the new return is opened. */
  onDone?: ((result: string) => void) | undefined;
}
/** Opens a return or replacement of a delivered order. */
export function AskReturnButton({ order, onDone }: AskReturnButtonProps) {
  const mayEdit = useMay('order_edit');
  const [isOpen, setOpen] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Return or replace…
      </Button>
      {isOpen && (
        <Suspense>
          <AskReturnDialog order={order} onDone={onDone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
