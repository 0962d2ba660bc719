import { RecordLink } from '../../ui/record/record-link.tsx';

export const StatementLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/statements/$id" params={{ id }} permission="location_report">
    {number}
  </RecordLink>
);
