import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/form/fields/choice-select.tsx';

interface VendorSelectProps extends Omit<ChoiceSelectProps, 'route' | 'create'> {
  /** Offers to create a vendor that doesn't exist, to users with the permission. */
  isCreatable?: boolean;
}
/** Chooses a vendor by name. */
export function VendorSelect({ isCreatable = false, ...props }: VendorSelectProps) {
  const mayAdd = useCan('vendor_add');
  const adding = useWrite(vendorRoutes.create, { quiet: true });
  return (
    <ChoiceSelect
      label="Vendor"
      {...props}
      route={vendorRoutes.dropdown}
      create={isCreatable && mayAdd ? (name) => adding.mutateAsync({ body: { name } }) : undefined}
    />
  );
}
