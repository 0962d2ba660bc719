import { RecordLink } from '../../ui/record/record-link.tsx';
import { OrderStatus } from './order-status.tsx';

export const OrderLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/orders/view/$id" params={{ id }} permission="order_view">
    {number}
  </RecordLink>
);

/** The status of an order, for screens of other features. */
export const OrderState = ({ status }: { status: string }) => <OrderStatus status={status} />;
