import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { categoryOptions, matchingOptions } from '../../links/category-options.ts';
import { ownRate } from './new-rates.ts';

const own = { value: ownRate, label: "Location's own rate", name: "Location's own rate", above: '' };

/** What a rate is of: a category with those below it, or a location wherever no category has another. */
export function RateSubject(props: Omit<SelectProps, 'data'>) {
  const tree = useQuery(read(categoryRoutes.tree, {}));
  const options = [own, ...categoryOptions(tree.data ?? [])];
  return (
    <Select
      label="Category"
      placeholder="Choose a category"
      searchable
      nothingFoundMessage={tree.isFetching ? 'Searching…' : 'No results'}
      {...props}
      data={options}
      filter={({ search }) => matchingOptions(options, search)}
      maxDropdownHeight={300}
    />
  );
}
