import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/form/fields/choice-select.tsx';

/** Chooses a vendor by name. */
export const VendorSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Vendor" {...props} route={vendorRoutes.dropdown} />
);
