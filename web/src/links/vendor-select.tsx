import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { useMay } from '../core/session.ts';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';
import type { List } from '../ui/list/use-list.ts';

/** Chooses a vendor by name. */
export const VendorSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Vendor" {...props} route={vendorRoutes.dropdown} />
);

/** The filter `vendorId` of a list. */
export function FilterVendor({ list }: { list: Pick<List<unknown>, 'search' | 'change'> }) {
  const value = list.search.vendorId;
  if (!useMay('vendor_list')) return null;
  return (
    <VendorSelect
      label={null}
      aria-label="Vendor"
      placeholder="Vendor"
      clearable
      w={180}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => list.change({ vendorId: id ?? undefined })}
    />
  );
}
