import { importRoutes } from '@aisle/contract/system/imports/imports';
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../core/api.ts';

const maxLength = 310;

interface CategoryInputProps {
  importId: string;
  description: string;
  value: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** The category of all rows without one: an existing one, or the path of a new one. */
export function CategoryInput({ importId, value, onChange, ...props }: CategoryInputProps) {
  const [wasOpened, setOpened] = useState(false);
  const [search] = useDebouncedValue(value.trim().slice(0, 100), 200);
  const answer = useQuery({
    ...read(importRoutes.values, {
      params: { id: importId },
      query: { field: 'category', ...(search && { search }) },
    }),
    enabled: wasOpened,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      label="Category for rows without one"
      placeholder="Pantry > Jams"
      maxLength={maxLength}
      data={[...new Set(answer.data ?? [])]}
      filter={({ options }) => options}
      value={value}
      onDropdownOpen={() => setOpened(true)}
      onChange={onChange}
      {...props}
    />
  );
}
