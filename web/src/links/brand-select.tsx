import { brandRoutes } from '@aisle/contract/catalog/brands';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';
import { lookup } from '../ui/list/lookup.ts';

/** Chooses a brand by name; `current` names the one chosen, which may not be among the first 50. */
export const BrandSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Brand" {...props} route={brandRoutes.dropdown} />
);

/** The filter `brandId` of a list. */
export const brandFilter = lookup({ name: 'brandId', label: 'Brand', route: brandRoutes.dropdown });
