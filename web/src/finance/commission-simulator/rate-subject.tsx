import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { matchingOptions } from '../../links/catalog/category-options.ts';
import { useCategoryOptions } from '../../links/catalog/use-category-options.ts';
import { ownRate } from './new-rates.ts';

const own = { value: ownRate, label: "Location's own rate", name: "Location's own rate", above: '' };

/** What a rate is of: a category with those below it, or a location wherever no category has another. */
export function RateSubject(props: Omit<SelectProps, 'data'>) {
  const [search, setSearch] = useState('');
  const found = useCategoryOptions(search);
  const options = [own, ...found.options];
  return (
    <Select
      label="Category"
      placeholder="Choose a category"
      searchable
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No results'}
      {...props}
      onSearchChange={setSearch}
      data={options}
      filter={({ search }) => matchingOptions(options, search)}
      maxDropdownHeight={300}
    />
  );
}
