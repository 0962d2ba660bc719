import { importRoutes } from '@aisle/contract/system/imports/imports';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';

/** Values of the file in lower case, with the stored values that replace them. */
export type Replacements = Record<string, string>;

export function withValue(values: Replacements, name: string, value: string | null): Replacements {
  const { [name]: _, ...others } = values;
  return value === null ? others : { ...others, [name]: value };
}

interface ValueSelectProps {
  importId: string;
  field: string;
  label: string;
  /** Describes the default. */
  placeholder: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Selects a stored value that replaces a value of the file. */
export function ValueSelect({ importId, field, label, placeholder, value, onChange }: ValueSelectProps) {
  const [text, setText] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const [search] = useDebouncedValue(text.trim(), 200);
  const sent = search === value ? '' : search;
  const answer = useQuery({
    ...read(importRoutes.values, {
      params: { id: importId },
      query: { field, ...(sent && { search: sent }) },
    }),
    enabled: wasOpened,
    placeholderData: keepPreviousData,
  });
  const found = answer.data ?? [];
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      clearable
      nothingFoundMessage={answer.isFetching ? 'Searching…' : 'No results'}
      data={value === null || found.includes(value) ? [...found] : [value, ...found]}
      filter={({ options }) => options}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      onChange={onChange}
    />
  );
}
