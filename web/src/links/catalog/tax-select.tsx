import type { TaxRef } from '@aisle/contract/catalog/taxes';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import type { MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';
import type { Filter } from '../../ui/list/filters/filter.ts';
import { useDropdown } from '../../ui/list/filters/lookup.ts';

interface TaxSelectProps extends Omit<MultiSelectProps, 'data'> {
  current?: readonly Pick<TaxRef, '_id' | 'name'>[];
}

/** Chooses taxes by name. */
export const TaxSelect = (props: TaxSelectProps) => (
  <ChoiceMultiSelect label="Taxes" {...props} route={taxRoutes.dropdown} />
);

function useTaxName(id: string): string | undefined {
  const mayView = useCan('tax_view');
  return useQuery({ ...read(taxRoutes.view, { params: { id } }), enabled: mayView }).data?.name;
}

/** The filter `taxId` of a list, shown only if a link sets it. */
export const taxFilter: Filter<'taxId'> = {
  kind: 'lookup',
  name: 'taxId',
  label: 'Tax',
  isOffered: () => false,
  useOptions: (search) => useDropdown(taxRoutes.dropdown, search),
  useName: useTaxName,
};
