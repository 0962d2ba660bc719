import { RecordLink } from '../../ui/record/record-link.tsx';

export const ReturnLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/orders/returns/$id" params={{ id }} permission="order_view">
    {number}
  </RecordLink>
);
