import type { TaxRef } from '@aisle/contract/catalog/taxes';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import type { Ref } from '@aisle/contract/core/fields';
import type { MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';
import type { Filter } from '../../ui/list/filters/filter.ts';
import { useDropdown } from '../../ui/list/filters/lookup.ts';
import { NewTaxDialog } from './new-tax-dialog.tsx';

interface TaxSelectProps extends Omit<MultiSelectProps, 'data'> {
  current?: readonly Pick<TaxRef, '_id' | 'name'>[];
  /** Offers to create a tax that doesn't exist, to users with the permission. */
  isCreatable?: boolean;
}

/** Chooses taxes by name. */
export function TaxSelect({ isCreatable = false, ...props }: TaxSelectProps) {
  const mayAdd = useCan('tax_add');
  const [asked, setAsked] = useState<{ name: string; answer: (tax: Ref | null) => void } | null>(null);
  const create = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<Ref | null>();
    setAsked({ name, answer: resolve });
    return promise;
  };
  return (
    <>
      <ChoiceMultiSelect
        label="Taxes"
        {...props}
        route={taxRoutes.dropdown}
        create={isCreatable && mayAdd ? create : undefined}
      />
      {asked && (
        <NewTaxDialog
          name={asked.name}
          onDone={(tax) => {
            asked.answer(tax);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

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
