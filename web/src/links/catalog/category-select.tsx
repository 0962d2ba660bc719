import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { Alert, Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import type { Filter } from '../../ui/list/filters/filter.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { type CategoryOption, matchingOptions } from './category-options.ts';
import { useCategoryOption, useCategoryOptions } from './use-category-options.ts';

/** The maximum number of options in the list; typing narrows it. */
const maxOffered = 200;

interface CategorySelectProps extends Omit<SelectProps, 'data' | 'filter' | 'renderOption'> {
  /** The option selected when the form opens, so that it has a name before anything is loaded. */
  current?: { _id: string; name: string } | null | undefined;
  /** Categories to exclude, because a category can't be below itself. */
  without?: ReadonlySet<string>;
}

/** Selects a category; options show their parent categories. */
export function CategorySelect({ current, without, value, ...props }: CategorySelectProps) {
  const [search, setSearch] = useState('');
  const { options, isFetching } = useCategoryOptions(search);
  const chosen = useCategoryOption(value);
  const all = options.filter(({ value: id }) => !without?.has(id));
  const isKnown = all.some((option) => option.value === value);
  const known = isKnown ? [] : chosen ? [chosen] : named(current, value);
  const offered = [...known, ...all];
  const byId = new Map(offered.map((option) => [option.value, option]));
  return (
    <Select
      label="Category"
      searchable
      nothingFoundMessage={isFetching ? 'Searching…' : 'No results'}
      {...props}
      value={value ?? null}
      onSearchChange={setSearch}
      data={offered}
      filter={({ search }) => matchingOptions(offered, search)}
      maxDropdownHeight={300}
      renderOption={({ option }) => {
        const { above, name } = byId.get(option.value) ?? { above: '', name: option.label };
        return (
          <span>
            {above && <span style={{ color: 'var(--aisle-secondary)' }}>{above} › </span>}
            {name}
          </span>
        );
      }}
    />
  );
}

const named = (
  current: CategorySelectProps['current'],
  value: string | null | undefined,
): CategoryOption[] =>
  current && current._id === value
    ? [{ value: current._id, label: current.name, name: current.name, above: '' }]
    : [];

/** A hint with a link, shown while there are no categories for products. */
export function NoCategories() {
  const mayAdd = useCan('category_add');
  const tree = useQuery(read(categoryRoutes.tree, {}));
  if (tree.data?.length !== 0) return null;
  return (
    <Alert color="gray" variant="default" title="No categories yet">
      Every product needs a category.{' '}
      {mayAdd ? (
        <>
          <ScreenLink to="/category">Add the first category</ScreenLink>, or use an{' '}
          <ScreenLink to="/imports">import</ScreenLink> to create categories automatically.
        </>
      ) : (
        'Ask someone who can add categories to create the first one.'
      )}
    </Alert>
  );
}

/** The filter `categoryId` of a list, which includes subcategories. */
export const categoryFilter: Filter<'categoryId'> = {
  kind: 'lookup',
  name: 'categoryId',
  label: 'Category',
  useOptions: (search) => {
    const { matching, isLoading } = useCategoryOptions(search);
    const options = matching.slice(0, maxOffered).map(({ value, name, above }) => ({
      value,
      label: name,
      above,
    }));
    return { options, isLoading };
  },
  useName: (id) => useCategoryOption(id)?.name,
};
