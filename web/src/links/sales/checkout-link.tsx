import { RecordLink } from '../../ui/record/record-link.tsx';

/** Leads to a checkout. */
export const CheckoutLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/orders/checkouts/$id" params={{ id }} permission="order_view">
    {number}
  </RecordLink>
);
