import { type CategoryProductBranch, categoryRoutes } from '@aisle/contract/catalog/categories';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import type { TreeNode } from '../../../ui/tree/tree.ts';
import { foundNodes, moreOf, nodesOf, rootBranch } from './branches.ts';
import { useTreeSearch } from './use-tree-search.ts';

/** One page of a category or of search results; further pages load while the user scrolls. */
interface OpenBranch {
  id: string;
  after?: string | undefined;
}
type Results = UseQueryResult<CategoryProductBranch>[];
const combine = (results: Results) => ({
  pages: results.map(({ data }) => data),
  error: results.find(({ error }) => error)?.error ?? null,
  retry: () => results.filter(({ error }) => error).forEach((result) => void result.refetch()),
});
type Loaded = ReturnType<typeof combine>;

/** The catalog as a location sees it, loaded by branch; during a search, the results from the server. */
export function useBranches(locationId: string | undefined, isFixed: boolean) {
  const [wanted, setWanted] = useState<readonly OpenBranch[]>([{ id: rootBranch }]);
  const { text, search, filter, after: afterFound, goOn } = useTreeSearch();

  const ask = (query: object) => ({
    ...read(categoryRoutes.productTree, { query: { ...(locationId && { locationId }), ...query } }),
    meta: { quiet: true },
  });
  const branches = useQueries({
    queries: wanted.map(({ id, after }) => ask({ ...(id && { parentId: id }), ...(after && { after }) })),
    combine,
  });
  const found = useQueries({
    queries: search
      ? [undefined, ...afterFound].map((after) => ask({ search, ...(after && { after }) }))
      : [],
    combine,
  });

  const loaded = useMemo(() => pagesById(wanted, branches), [wanted, branches]);
  const answered = useMemo(() => found.pages.filter((page) => page !== undefined), [found]);
  // Keeps the previous results until the next response arrives.
  const last = useRef<readonly CategoryProductBranch[]>([]);
  if (answered.length > 0 || !search) last.current = answered;
  const pages = last.current;
  const isFound = search !== '' && pages.length > 0;
  const nodes = useMemo(
    () => (isFound ? foundNodes(pages, isFixed, loaded) : nodesOf(loaded, isFixed)),
    [isFound, pages, loaded, isFixed],
  );

  const want = useCallback(
    (next: OpenBranch) =>
      setWanted((now) =>
        now.some(({ id, after }) => id === next.id && after === next.after) ? now : [...now, next],
      ),
    [],
  );
  function loadMore(node: TreeNode): void {
    const id = moreOf(node);
    if (id === undefined) return;
    const after = (isFound ? pages : (loaded.get(id) ?? [])).at(-1)?.nextAfter;
    if (!after) return;
    if (!isFound) want({ id, after });
    else goOn(after);
  }
  return {
    nodes,
    isFound,
    isLoaded: loaded.get(rootBranch) !== undefined,
    /** The catalog is empty. False during a search, which has its own message for no results. */
    isEmpty: nodes.length === 0 && text === '',
    error: search ? (found.error ?? branches.error) : branches.error,
    retry: () => {
      branches.retry();
      found.retry();
    },
    filter,
    expand: (node: TreeNode) => node.isBranch && want({ id: node.id }),
    loadMore,
  };
}

/** Groups the loaded pages by category. */
function pagesById(wanted: readonly OpenBranch[], { pages }: Loaded): Map<string, CategoryProductBranch[]> {
  const byId = new Map<string, CategoryProductBranch[]>();
  for (const [at, { id }] of wanted.entries()) {
    const page = pages[at];
    if (page) byId.set(id, [...(byId.get(id) ?? []), page]);
  }
  return byId;
}
