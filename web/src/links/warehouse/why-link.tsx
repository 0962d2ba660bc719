import type { ReactNode } from 'react';
import { RecordLink } from '../../ui/record/record-link.tsx';

interface WhyLinkProps {
  level: { locationId: string; subProductData: { _id: string } };
  children: ReactNode;
}
/** Links a stock quantity to its explanation. */
export const WhyLink = ({ level, children }: WhyLinkProps) => (
  <RecordLink
    to="/inventory/why/$location/$id"
    params={{ location: level.locationId, id: level.subProductData._id }}
    permission="inventory_view"
    isQuiet
  >
    {children}
  </RecordLink>
);
