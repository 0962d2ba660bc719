import { type CategoryNode, categoryRoutes, maxFoundCategories } from '@aisle/contract/catalog/categories';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { read } from '../../../core/api.ts';
import { categoryOptions, isCut, matchingOptions } from '../../../links/catalog/category-options.ts';
import type { TreeNode } from '../../../ui/tree/tree.ts';
import { findNode } from './category-position.ts';

/** Represents the parent of the top-level categories. */
const topLevel = '';
const more = 'more:';

/** The branch whose next children a row of the tree represents. */
const branchToLoad = ({ id }: TreeNode): string | undefined =>
  id.startsWith(more) ? id.slice(more.length) : undefined;
const moreNode = (id: string): TreeNode => ({ id: more + id, label: 'Loading more…', isMore: true });

type Pages = ReadonlyMap<string, readonly CategoryNode[]>;
/** Adds the children loaded later to the tree, without duplicates. */
function withPages(
  nodes: readonly CategoryNode[],
  pages: Pages,
  parentId = topLevel,
): readonly CategoryNode[] {
  if (pages.size === 0) return nodes;
  const byId = new Map([...nodes, ...(pages.get(parentId) ?? [])].map((node) => [node._id, node]));
  return [...byId.values()].map((node) => {
    const children = withPages(node.children, pages, node._id);
    return { ...node, children: [...children] };
  });
}

/** The rows of the tree. `isMore` is for the top level, which has no parent with a child count. */
const rowsOf = (nodes: readonly CategoryNode[], isFound: boolean, isMore: boolean): TreeNode[] => [
  ...nodes.map((node) => rowOf(node, isFound, false)),
  ...(isMore ? [moreNode(topLevel)] : []),
];

/** Search results load no more children. */
function rowOf(node: CategoryNode, isFound: boolean, isHidden: boolean): TreeNode {
  const children = node.children.map((child) => rowOf(child, isFound, isHidden || !node.status));
  const isPart = !isFound && node.children.length < node.childCount;
  return {
    id: node._id,
    label: node.name,
    count: node.allProductCount,
    children: isPart ? [...children, moreNode(node._id)] : children,
    ...(node.status ? isHidden && { note: 'Hidden with its parent' } : { note: 'Inactive' }),
  };
}

interface Page {
  parentId: string;
  after: string | undefined;
}
/** Pages belong to the tree for which they were requested: when the tree changes, the visible ones are requested again. */
interface Wanted {
  of: readonly CategoryNode[] | undefined;
  pages: readonly Page[];
}
const none: readonly Page[] = [];
const nothing: readonly CategoryNode[] = [];
/** The maximum size of a tree that loads at once, and the page size of a level. */
const [fullTree, fullPage] = [1000, 500];
const combine = (results: UseQueryResult<CategoryNode[]>[]) => results.map(({ data }) => data);

/** The category tree: its upper levels, the levels opened below them, or the search results. */
export function useCategoryLevels() {
  const query = useQuery({ ...read(categoryRoutes.tree, {}), meta: { quiet: true } });
  const tree = query.data;
  const [kept, setWanted] = useState<Wanted>({ of: undefined, pages: none });
  const wanted = kept.of === tree ? kept.pages : none;
  const pages = useQueries({
    queries: wanted.map(({ parentId, after }) => ({
      ...read(categoryRoutes.tree, {
        query: { ...(parentId !== topLevel && { parentId }), ...(after && { after }) },
      }),
      meta: { quiet: true },
    })),
    combine,
  });
  const isLarge = useMemo(() => tree !== undefined && (isCut(tree) || tree.length >= fullTree), [tree]);
  const search = useSearch(isLarge);
  const byParent = useMemo(() => {
    const loaded = new Map<string, CategoryNode[]>();
    for (const [at, { parentId }] of wanted.entries()) {
      loaded.set(parentId, [...(loaded.get(parentId) ?? []), ...(pages[at] ?? [])]);
    }
    return loaded;
  }, [wanted, pages]);

  const isFound = search.found !== undefined;
  const categories = useMemo(
    () => search.found ?? withPages(tree ?? nothing, byParent),
    [search.found, tree, byParent],
  );
  const topPages = wanted.flatMap(({ parentId }, at) => (parentId === topLevel ? [pages[at]] : []));
  const isTopCut =
    !isFound && (tree?.length ?? 0) >= fullTree && (topPages.at(-1)?.length ?? fullPage) >= fullPage;
  const nodes = useMemo(() => rowsOf(categories, isFound, isTopCut), [categories, isFound, isTopCut]);

  const load = useCallback(
    (row: TreeNode) => {
      const parentId = branchToLoad(row);
      if (parentId === undefined) return;
      const siblings = parentId === topLevel ? categories : (findNode(categories, parentId)?.children ?? []);
      const after = siblings.at(-1)?._id;
      setWanted((now) => {
        const requested = now.of === tree ? now.pages : none;
        const isRequested = requested.some((page) => page.parentId === parentId && page.after === after);
        return isRequested ? now : { of: tree, pages: [...requested, { parentId, after }] };
      });
    },
    [categories, tree],
  );
  const isFirstFound = useMemo(
    () =>
      search.found !== undefined &&
      matchingOptions(categoryOptions(search.found), search.text).length >= maxFoundCategories,
    [search.found, search.text],
  );
  return { query, categories, nodes, isLarge, isFound, isFirstFound, search: search.set, load };
}

/** Searches a tree that isn't completely loaded. */
function useSearch(isLarge: boolean) {
  const [text, set] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const isSearched = isLarge && search !== '' && text.trim() !== '';
  const found = useQuery({
    ...read(categoryRoutes.tree, { query: { search } }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return { set, text: search, found: isSearched ? found.data : undefined };
}
