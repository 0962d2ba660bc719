import { RecordLink } from '../../ui/record/record-link.tsx';

export const TransferLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/inventory/transfers/$id" params={{ id }} permission="inventory_view">
    {number}
  </RecordLink>
);
