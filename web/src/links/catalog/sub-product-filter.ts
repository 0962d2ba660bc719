import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { lookup } from '../../ui/list/filters/lookup.ts';

/** The filter `subProductId` of a list. */
export const itemFilter = lookup({
  name: 'subProductId',
  label: 'Item',
  route: subProductRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('sub_product_list'),
});
