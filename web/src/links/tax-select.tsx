import type { TaxRef } from '@aisle/contract/catalog/taxes';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import type { MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { ChoiceMultiSelect } from '../ui/form/choice-multi-select.tsx';
import { ChoiceSelect } from '../ui/form/choice-select.tsx';
import type { List } from '../ui/list/use-list.ts';

interface TaxSelectProps extends Omit<MultiSelectProps, 'data'> {
  current?: readonly Pick<TaxRef, '_id' | 'name'>[];
}

/** Chooses taxes by name. */
export const TaxSelect = (props: TaxSelectProps) => (
  <ChoiceMultiSelect label="Taxes" {...props} route={taxRoutes.dropdown} />
);

/** The filter `taxId` of a list, shown only where a link has set it. */
export function FilterTax({ list }: { list: Pick<List<unknown>, 'search' | 'change'> }) {
  const value = list.search.taxId;
  const mayView = useMay('tax_view');
  const id = typeof value === 'string' ? value : '';
  const tax = useQuery({ ...read(taxRoutes.view, { params: { id } }), enabled: id !== '' && mayView });
  if (id === '') return null;
  return (
    <ChoiceSelect
      key={tax.data?._id}
      route={taxRoutes.dropdown}
      aria-label="Tax"
      clearable
      w={180}
      current={{ _id: id, name: tax.data?.name ?? 'One tax' }}
      value={id}
      onChange={(next) => list.change({ taxId: next ?? undefined })}
    />
  );
}
