import type { TaxRef } from '@aisle/contract/taxes';
import { taxRoutes } from '@aisle/contract/taxes';
import type { MultiSelectProps } from '@mantine/core';
import { ChoiceMultiSelect } from '../ui/form/choice-multi-select.tsx';

interface TaxSelectProps extends Omit<MultiSelectProps, 'data'> {
  current?: readonly Pick<TaxRef, '_id' | 'name'>[];
}

/** Chooses taxes by name. */
export const TaxSelect = (props: TaxSelectProps) => (
  <ChoiceMultiSelect label="Taxes" {...props} route={taxRoutes.dropdown} />
);
