import { subProductChoiceRoutes } from '@aisle/contract/catalog/sub-product-choices';
import { lookup } from '../../ui/list/filters/lookup.ts';

/** The filter `subProductId` of a list. */
export const itemFilter = lookup({
  name: 'subProductId',
  label: 'Item',
  route: subProductChoiceRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('sub_product_list'),
});
