import { RecordLink } from '../../ui/record/record-link.tsx';

export const CountLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/inventory/counts/$id" params={{ id }} permission="inventory_list">
    {number}
  </RecordLink>
);
