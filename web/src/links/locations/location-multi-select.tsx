import type { Ref } from '@aisle/contract/core/fields';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { ChoiceMultiSelect } from '../../ui/form/fields/choice-multi-select.tsx';

interface LocationMultiSelectProps {
  label: string;
  withAsterisk?: boolean;
  error?: ReactNode;
  description?: string;
  placeholder?: string;
  value: string[];
  onChange: (ids: string[]) => void;
  maxValues?: number;
  current?: readonly Ref[];
}
/** Selects several locations; store users choose among their own. */
export function LocationMultiSelect(props: LocationMultiSelectProps) {
  const { user } = useSignedIn();
  const mayList = useCan('store_list');
  if (user.locations.length === 0 && mayList) {
    return <ChoiceMultiSelect {...props} route={locationRoutes.dropdown} />;
  }
  const { current: _, ...rest } = props;
  const data = user.locations.map(({ _id, name }) => ({ value: _id, label: name }));
  return <MultiSelect {...rest} data={data} />;
}
