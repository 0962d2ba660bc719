import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';
import { lookup } from '../ui/list/lookup.ts';

/** Chooses a sub-product by name, SKU or barcode. */
export const SubProductSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Sub-product" {...props} route={subProductRoutes.dropdown} />
);

/** The filter `subProductId` of a list. */
export const itemFilter = lookup({
  name: 'subProductId',
  label: 'Item',
  route: subProductRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('sub_product_list'),
});
