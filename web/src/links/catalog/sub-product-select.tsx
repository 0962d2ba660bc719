import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/form/fields/choice-select.tsx';

/** Selects a sub-product by name, SKU or barcode. */
export const SubProductSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Sub-product" {...props} route={subProductRoutes.dropdown} />
);
