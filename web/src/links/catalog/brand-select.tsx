import { brandRoutes } from '@aisle/contract/catalog/brands';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/form/fields/choice-select.tsx';

interface BrandSelectProps extends Omit<ChoiceSelectProps, 'route' | 'create'> {
  /** Offers to create a brand that doesn't exist, to users with the permission. */
  isCreatable?: boolean;
}
/** Selects a brand by name; `current` is the selected brand, which may not be among the first 50. */
export function BrandSelect({ isCreatable = false, ...props }: BrandSelectProps) {
  const mayAdd = useCan('brand_add');
  const adding = useWrite(brandRoutes.create, { quiet: true });
  return (
    <ChoiceSelect
      label="Brand"
      {...props}
      route={brandRoutes.dropdown}
      create={isCreatable && mayAdd ? (name) => adding.mutateAsync({ body: { name } }) : undefined}
    />
  );
}
