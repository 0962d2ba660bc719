import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { Button, type ButtonProps } from '@mantine/core';
import { useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';

interface ReceivedBackButtonProps extends ButtonProps {
  orderId: string;
  'aria-label'?: string;
}
/** Records that the store received the items after a failed attempt; until then no other driver can take the order. */
export function ReceivedBackButton({ orderId, ...button }: ReceivedBackButtonProps) {
  const canEdit = useCan('order_edit');
  const receiving = useWrite(dispatchRoutes.receiveBack);
  if (!canEdit) return null;
  return (
    <Button
      {...button}
      loading={receiving.isPending}
      onClick={() => receiving.mutate({ params: { id: orderId } })}
    >
      Mark as returned
    </Button>
  );
}
