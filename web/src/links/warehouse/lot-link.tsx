import { RecordLink } from '../../ui/record/record-link.tsx';

export const LotLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/inventory/view/$id" params={{ id }} permission="inventory_view">
    {number}
  </RecordLink>
);
