import { RecordLink } from '../../ui/record/record-link.tsx';

export const ProductLink = ({ id, name }: { id: string; name: string }) => (
  <RecordLink to="/products/view/$id" params={{ id }} permission="product_view">
    {name}
  </RecordLink>
);
