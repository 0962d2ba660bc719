import { RecordLink } from '../../ui/record/record-link.tsx';

export const DriverLink = ({ id, name }: { id: string; name: string }) => (
  <RecordLink to="/driver/view/$id" params={{ id }} permission="driver_view">
    {name}
  </RecordLink>
);
