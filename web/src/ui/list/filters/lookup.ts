import type { DataOf } from '@aisle/contract/core/route';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Args, read } from '../../../core/api.ts';
import { onSessionEnd, type Session } from '../../../core/session/session.ts';
import type { DropdownRoute } from '../../form/fields/choice-select.tsx';
import type { Filter, Option } from './filter.ts';

interface LookupOptions<Name> {
  name: Name;
  label: string;
  route: DropdownRoute;
  isOffered?: (session: Session) => boolean;
}

/** A filter by a record from the dropdown of its resource. */
export const lookup = <const Name extends string>({
  route,
  ...common
}: LookupOptions<Name>): Filter<Name> => ({
  kind: 'lookup',
  ...common,
  useOptions: (search) => useDropdown(route, search),
  useName: (id) => useDropdownName(route, id),
});

/** Names of records found by searches since the page was loaded, used in their chips. */
const foundNames = new Map<string, string>();
onSessionEnd(() => foundNames.clear());

export function useDropdown(route: DropdownRoute, typed: string, enabled = true) {
  const [search] = useDebouncedValue(typed.trim(), 200);
  const args = { query: search ? { search } : {} } as Args<DropdownRoute>;
  const answer = useQuery({ ...read(route, args), enabled, placeholderData: keepPreviousData });
  const found: DataOf<DropdownRoute> = answer.data ?? [];
  const options: Option[] = found.map(({ _id, name }) => ({ value: _id, label: name }));
  for (const { value, label } of options) foundNames.set(value, label);
  return { options, isLoading: answer.isFetching };
}

export function useDropdownName(route: DropdownRoute, id: string, enabled = true): string | undefined {
  const known = foundNames.get(id);
  const answer = useQuery({
    ...read(route, { query: {} } as Args<DropdownRoute>),
    enabled: enabled && known === undefined,
    meta: { quiet: true },
  });
  return known ?? answer.data?.find(({ _id }) => _id === id)?.name;
}
