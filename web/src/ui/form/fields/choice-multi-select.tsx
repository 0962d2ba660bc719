import type { Ref } from '@aisle/contract/core/fields';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Args, read } from '../../../core/api.ts';
import type { DropdownRoute } from './choice-select.tsx';
import { type CreateByName, useCreateOption } from './create-option.ts';

interface ChoiceMultiSelectProps
  extends Omit<MultiSelectProps, 'data' | 'searchValue' | 'onSearchChange' | 'filter'> {
  route: DropdownRoute;
  /** Options that are available without a search, so that they have names before anything is loaded. */
  current?: readonly Ref[];
  /** Creates a record that doesn't exist; undefined if the user can't. */
  create?: CreateByName | undefined;
}

/** Chooses several records of another resource, searching on the server while the user types. */
export function ChoiceMultiSelect({
  route,
  current = [],
  create,
  value = [],
  ...props
}: ChoiceMultiSelectProps) {
  const [text, setText] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const [names, setNames] = useState(new Map<string, string>());
  const [search] = useDebouncedValue(text.trim(), 200);
  const args = { query: search ? { search } : {} } as Args<DropdownRoute>;
  const answer = useQuery({ ...read(route, args), enabled: wasOpened, placeholderData: keepPreviousData });
  const choices: Ref[] = answer.data ?? [];
  // Results of an earlier text stay visible while the next ones load, but can't be chosen by a late click.
  const isStale = search !== text.trim() || answer.isPlaceholderData;
  const found = new Map(choices.map(({ _id, name }) => [_id, name]));
  const known = new Map([...current.map(({ _id, name }) => [_id, name] as const), ...names, ...found]);
  // Selected options stay in the list, regardless of the search.
  const all = new Map([...value.map((id) => [id, known.get(id) ?? id] as const), ...found]);
  const creation = useCreateOption({
    create,
    text,
    found: isStale || answer.isFetching ? undefined : choices.map(({ name }) => name),
    onCreated: ({ _id, name }) => {
      setNames(new Map([...names, [_id, name]]));
      setText('');
      props.onChange?.([...value, _id]);
    },
  });
  return (
    <MultiSelect
      searchable
      nothingFoundMessage={answer.isFetching ? 'Searching…' : 'No results'}
      {...props}
      value={value}
      data={[
        ...[...all].map(([id, name]) => ({
          value: id,
          label: name,
          disabled: isStale && !value.includes(id),
        })),
        ...creation.options,
      ]}
      error={props.error ?? creation.error}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      onChange={(ids) => {
        if (ids.some(creation.takes)) return;
        setNames(new Map([...names, ...ids.map((id) => [id, all.get(id) ?? id] as const)]));
        props.onChange?.(ids);
      }}
    />
  );
}
