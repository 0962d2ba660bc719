import { RecordLink } from '../../ui/record/record-link.tsx';

export const TicketLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/supports/$id" params={{ id }} permission="support_view">
    {number}
  </RecordLink>
);
