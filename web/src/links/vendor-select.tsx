import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';
import { lookup } from '../ui/list/lookup.ts';

/** Chooses a vendor by name. */
export const VendorSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Vendor" {...props} route={vendorRoutes.dropdown} />
);

/** The filter `vendorId` of a list. */
export const vendorFilter = lookup({
  name: 'vendorId',
  label: 'Vendor',
  route: vendorRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('vendor_list'),
});
