import { RecordLink } from '../../ui/record/record-link.tsx';

export const CustomerLink = ({ id, name }: { id: string; name: string }) => (
  <RecordLink to="/customers/view/$id" params={{ id }} permission="customer_view">
    {name}
  </RecordLink>
);
