import { categoryRoutes } from '@aisle/contract/catalog/categories';
import type { Ref } from '@aisle/contract/core/fields';
import { Alert, Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useCanOpen } from '../../core/pages/screens.ts';
import { useCan } from '../../core/session/session.ts';
import { useCreateOption } from '../../ui/form/fields/create-option.ts';
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
  /** Offers to create a top-level category that doesn't exist, to users with the permission. */
  isCreatable?: boolean;
}

/** Selects a category; options show their parent categories. */
export function CategorySelect({
  current,
  without,
  isCreatable = false,
  value,
  ...props
}: CategorySelectProps) {
  const [search, setSearch] = useState('');
  const { options, isFetching } = useCategoryOptions(search);
  const [created, setCreated] = useState<Ref | null>(null);
  const chosen = useCategoryOption(value);
  const all = options.filter(({ value: id }) => !without?.has(id));
  const isKnown = all.some((option) => option.value === value);
  const known = isKnown ? [] : chosen ? [chosen] : named(created?._id === value ? created : current, value);
  const offered = [...known, ...all];
  const byId = new Map(offered.map((option) => [option.value, option]));
  const mayAdd = useCan('category_add');
  const adding = useWrite(categoryRoutes.create, { quiet: true });
  const creation = useCreateOption({
    create: isCreatable && mayAdd ? (name) => adding.mutateAsync({ body: { name } }) : undefined,
    // A select shows the path of the selected category as its text.
    text: offered.some(({ value: id, label }) => id === value && label === search) ? '' : search,
    found: isFetching ? undefined : offered.map(({ name }) => name),
    onCreated: (category) => {
      setCreated(category);
      props.onChange?.(category._id, { value: category._id, label: category.name });
    },
  });
  return (
    <Select
      label="Category"
      searchable
      nothingFoundMessage={isFetching ? 'Searching…' : 'No results'}
      {...props}
      value={value ?? null}
      onSearchChange={setSearch}
      data={[...offered, ...creation.options]}
      filter={({ search }) => [...matchingOptions(offered, search), ...creation.options]}
      error={props.error || creation.error}
      onChange={(id, option) => {
        if (!creation.takes(id)) props.onChange?.(id, option);
      }}
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
  const canOpen = useCanOpen();
  const tree = useQuery(read(categoryRoutes.tree, {}));
  if (tree.data?.length !== 0) return null;
  return (
    <Alert color="gray" variant="default" title="No categories yet">
      Every product needs a category.{' '}
      {mayAdd ? (
        <>
          Type a name under Category to create the first one
          {canOpen('/imports') && (
            <>
              , or use an <ScreenLink to="/imports">import</ScreenLink> to create categories automatically
            </>
          )}
          .
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
