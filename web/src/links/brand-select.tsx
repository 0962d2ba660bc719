import { brandRoutes } from '@aisle/contract/catalog/brands';
import type { Ref } from '@aisle/contract/core/fields';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';
import type { List } from '../ui/list/use-list.ts';

/** Chooses a brand by name; `current` names the one chosen, which may not be among the first 50. */
export const BrandSelect = (props: Omit<ChoiceSelectProps, 'route'>) => (
  <ChoiceSelect label="Brand" {...props} route={brandRoutes.dropdown} />
);

interface FilterBrandProps {
  list: Pick<List<unknown>, 'search' | 'change'>;
  /** The brand of a row, to name the one in the URL before anything is opened. */
  current: Ref | null | undefined;
}
/** The filter `brandId` of a list. */
export function FilterBrand({ list, current }: FilterBrandProps) {
  const value = list.search.brandId;
  return (
    <BrandSelect
      label={null}
      aria-label="Brand"
      placeholder="Brand"
      clearable
      w={140}
      current={current}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => list.change({ brandId: id ?? undefined })}
    />
  );
}
