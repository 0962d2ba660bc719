import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { lookup } from '../../ui/list/filters/lookup.ts';

/** The filter `vendorId` of a list. */
export const vendorFilter = lookup({
  name: 'vendorId',
  label: 'Vendor',
  route: vendorRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('vendor_list'),
});
