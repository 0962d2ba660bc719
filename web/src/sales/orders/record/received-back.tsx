import { dispatchRoutes } from '@aisle/contract/sales/dispatch';
import type { Order } from '@aisle/contract/sales/order-view';
import { Button } from '@mantine/core';
import { useWrite } from '../../../core/api.ts';
import { useMay } from '../../../core/session.ts';

/** After a failed attempt: nobody else can take the order until the store has its goods again. */
export function ReceivedBackButton({ order }: { order: Order }) {
  const mayEdit = useMay('order_edit');
  const receiving = useWrite(dispatchRoutes.receiveBack);
  if (!mayEdit) return null;
  return (
    <Button loading={receiving.isPending} onClick={() => receiving.mutate({ params: { id: order._id } })}>
      Received back
    </Button>
  );
}
