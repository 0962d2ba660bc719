import type { Order } from '@aisle/contract/sales/order-view';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../core/later.ts';
import { useMay } from '../../core/session.ts';

const AskReturnDialog = later(() =>
  import('./ask-return-dialog.tsx').then((module) => module.AskReturnDialog),
);

/** Opens a return or replacement of a delivered order. */
export function AskReturnButton({ order }: { order: Order }) {
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
          <AskReturnDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
