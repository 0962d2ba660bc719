import type { Ref } from '@aisle/contract/core/fields';
import type { DataOf, Route } from '@aisle/contract/core/route';
import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { type Args, read } from '../../../core/api.ts';
import { type CreateByName, useCreateOption } from './create-option.ts';
import { useListWhenNear } from './list-when-near.ts';

/** A dropdown route: returns at most 50 options for a search text. */
export type DropdownRoute = Route & { query: z.ZodType; data: z.ZodType<Ref[]> };

export interface ChoiceSelectProps
  extends Omit<SelectProps, 'data' | 'searchValue' | 'onSearchChange' | 'filter'> {
  route: DropdownRoute;
  /** The option selected when the form opens, so that it has a name before anything is loaded. */
  current?: Ref | null | undefined;
  /** Additional query parameters of the dropdown, besides the search. */
  query?: Record<string, unknown>;
  /** Creates a record that doesn't exist; undefined if the user can't. */
  create?: CreateByName | undefined;
}

/** Chooses one record of another resource, searching on the server while the user types. */
export function ChoiceSelect({ route, current, query, create, value, ...props }: ChoiceSelectProps) {
  const [text, setText] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const [search] = useDebouncedValue(text.trim(), 200);
  const [picked, setPicked] = useState<Ref | null>(null);
  const near = useListWhenNear();
  const wasEmptied = useRef(false);
  const isNameOfChoice = search === (picked ?? current)?.name;
  const args = { query: { ...query, ...(search && !isNameOfChoice && { search }) } } as Args<DropdownRoute>;
  const answer = useQuery({ ...read(route, args), enabled: wasOpened, placeholderData: keepPreviousData });
  const choices: Ref[] = (answer.data as DataOf<DropdownRoute> | undefined) ?? [];
  const known = [current, picked].filter((one): one is Ref => Boolean(one) && one?._id === value);
  // Results of an earlier text stay visible while the next ones load, but can't be chosen by a late click.
  const isStale = search !== text.trim() || answer.isPlaceholderData;
  const creation = useCreateOption({
    create,
    // A select shows the name of the selected record as its text.
    text: text === (picked ?? current)?.name ? '' : text,
    found: isStale || answer.isFetching ? undefined : choices.map(({ name }) => name),
    onCreated: (record) => {
      setPicked(record);
      setText(record.name);
      props.onChange?.(record._id, { value: record._id, label: record.name });
    },
  });
  const all = [...new Map([...known, ...choices].map((one) => [one._id, one.name]))];
  return (
    <Select
      {...near}
      searchable
      nothingFoundMessage={answer.isFetching ? 'Searching…' : 'No results'}
      {...props}
      value={value ?? null}
      data={[
        ...all.map(([id, name]) => ({ value: id, label: name, disabled: isStale && id !== value })),
        ...creation.options,
      ]}
      error={props.error ?? creation.error}
      {...(creation.isCreating && { rightSection: <Loader size={16} />, readOnly: true })}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={(next) => {
        wasEmptied.current = next === '' && text !== '';
        setText(next);
      }}
      // The keyboard can't reach the clear button. In the capture phase, because leaving the field restores the name.
      onBlurCapture={() => {
        if (!props.clearable || !value || !wasEmptied.current) return;
        wasEmptied.current = false;
        setPicked(null);
        props.onChange?.(null, { value: '', label: '' });
      }}
      onDropdownOpen={() => setOpened(true)}
      onChange={(id, option) => {
        if (creation.takes(id)) return;
        setPicked(id === null ? null : { _id: id, name: option.label });
        props.onChange?.(id, option);
      }}
    />
  );
}
