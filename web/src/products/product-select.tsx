import { productRoutes } from '@aisle/contract/products';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';

/** Chooses a product by name, SKU or barcode. */
export const ProductSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Product" {...props} route={productRoutes.dropdown} />
);
