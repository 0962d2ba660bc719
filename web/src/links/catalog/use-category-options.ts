import { type CategoryNode, categoryRoutes } from '@aisle/contract/catalog/categories';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../core/api.ts';
import { type CategoryOption, categoryOptions, isCut, matchingOptions } from './category-options.ts';

const none: readonly CategoryNode[] = [];

/** The available categories; if the tree is too large to load completely, those found by the server. */
export function useCategoryOptions(search: string) {
  const tree = useQuery(read(categoryRoutes.tree, {}));
  const nodes = tree.data ?? none;
  const isLarge = useMemo(() => isCut(nodes), [nodes]);
  const [settled] = useDebouncedValue(search.trim(), 200);
  const isSearched = isLarge && settled !== '';
  const found = useQuery({
    ...read(categoryRoutes.tree, { query: { search: settled } }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const shown = isSearched ? (found.data ?? none) : nodes;
  const all = useMemo(() => categoryOptions(shown), [shown]);
  return {
    options: all,
    matching: matchingOptions(all, search),
    isLoading: tree.isPending || (isSearched && found.isPending),
    isFetching: tree.isFetching || found.isFetching,
  };
}

/** A category with its path, even if the loaded tree doesn't include it. */
export function useCategoryOption(id: string | null | undefined): CategoryOption | undefined {
  const tree = useQuery(read(categoryRoutes.tree, {}));
  const known = useMemo(
    () => categoryOptions(tree.data ?? none).find(({ value }) => value === id),
    [tree.data, id],
  );
  const found = useQuery({
    ...read(categoryRoutes.tree, { query: { search: id ?? '' } }),
    enabled: Boolean(id) && known === undefined && tree.data !== undefined && isCut(tree.data),
    meta: { quiet: true },
  });
  return known ?? categoryOptions(found.data ?? none).find(({ value }) => value === id);
}
