import { RecordLink } from '../../ui/record/record-link.tsx';

export const LocationLink = ({ id, name }: { id: string; name: string }) => (
  <RecordLink to="/locations/view/$id" params={{ id }} permission="store_view">
    {name}
  </RecordLink>
);
