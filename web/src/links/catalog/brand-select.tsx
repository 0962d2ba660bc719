import { brandRoutes } from '@aisle/contract/catalog/brands';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/form/fields/choice-select.tsx';

/** Selects a brand by name; `current` is the selected brand, which may not be among the first 50. */
export const BrandSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Brand" {...props} route={brandRoutes.dropdown} />
);
