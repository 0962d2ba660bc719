import { customerRoutes } from '@aisle/contract/customers/customers';
import { lookup } from '../../ui/list/filters/lookup.ts';

/** The filter `customerId` of a list. */
export const customerFilter = lookup({
  name: 'customerId',
  label: 'Customer',
  route: customerRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('customer_list'),
});
