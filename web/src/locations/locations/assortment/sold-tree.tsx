import { locationRoutes } from '@aisle/contract/locations/locations';
import { Skeleton } from '@mantine/core';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import type { TreeNode } from '../../../ui/tree/tree.ts';
import { TreeView } from '../../../ui/tree/tree-view.tsx';
import { foundSold, type SoldPage, soldMoreOf, soldNodes, soldRoot } from './sold-nodes.ts';
import { useTreeSearch } from './use-tree-search.ts';

interface OpenBranch {
  id: string;
  cursor?: string;
}
const combine = (results: UseQueryResult<SoldPage>[]) => ({
  pages: results.map(({ data }) => data),
  error: results.find(({ error }) => error)?.error ?? null,
  retry: () => results.filter(({ error }) => error).forEach((result) => void result.refetch()),
});

/** The products that a location sells, read-only. */
export function SoldTree({ locationId }: { locationId: string }) {
  const { nodes, isLoaded, isFound, isEmpty, error, retry, filter, want, wantMore } = useSold(locationId);
  if (error) return <ErrorState error={error} retry={retry} />;
  if (!isLoaded) return <Skeleton className="after-a-while" height={320} />;
  if (isEmpty) {
    return <EmptyState title="Nothing on sale yet" text="Products assigned to this location appear here." />;
  }
  return (
    <TreeView
      label="Products on sale here"
      filterLabel="Find by name, SKU or barcode"
      nodes={nodes}
      onExpand={(node) => node.isBranch && want({ id: node.id })}
      onMore={wantMore}
      onFilter={filter}
      isFound={isFound}
      initiallyOpen={[]}
    />
  );
}

/** Loads each branch on demand and long branches by page; during a search, loads the results from the server. */
function useSold(locationId: string) {
  const [wanted, setWanted] = useState<readonly OpenBranch[]>([{ id: soldRoot }]);
  const { text, search, filter, after, goOn } = useTreeSearch();
  const ask = (query: object) => ({
    ...read(locationRoutes.productTree, { params: { id: locationId }, query }),
    meta: { quiet: true },
  });
  const { pages, error, retry } = useQueries({
    queries: wanted.map(({ id, cursor }) => ask({ ...(id && { parentId: id }), ...(cursor && { cursor }) })),
    combine,
  });
  const found = useQueries({
    queries: search ? [undefined, ...after].map((cursor) => ask({ search, ...(cursor && { cursor }) })) : [],
    combine,
  });
  const loaded = useMemo(() => {
    const byId = new Map<string, SoldPage[]>();
    for (const [at, { id }] of wanted.entries()) {
      const page = pages[at];
      if (page) byId.set(id, [...(byId.get(id) ?? []), page]);
    }
    return byId;
  }, [wanted, pages]);
  const answered = useMemo(() => found.pages.filter((page) => page !== undefined), [found]);
  // Keeps the previous results until the next response arrives.
  const last = useRef<readonly SoldPage[]>([]);
  if (answered.length > 0 || !search) last.current = answered;
  const hits = last.current;
  const isFound = search !== '' && hits.length > 0;
  const nodes = useMemo(
    () => (isFound ? foundSold(hits, loaded) : soldNodes(loaded)),
    [isFound, hits, loaded],
  );

  const want = useCallback(
    (next: OpenBranch) =>
      setWanted((now) =>
        now.some(({ id, cursor }) => id === next.id && cursor === next.cursor) ? now : [...now, next],
      ),
    [],
  );
  function wantMore(node: TreeNode): void {
    const id = soldMoreOf(node);
    if (id === undefined) return;
    const isOfSearch = isFound && id === soldRoot;
    const cursor = (isOfSearch ? hits : (loaded.get(id) ?? [])).at(-1)?.nextCursor;
    if (!cursor) return;
    if (isOfSearch) goOn(cursor);
    else want({ id, cursor });
  }
  return {
    nodes,
    isFound,
    isLoaded: loaded.has(soldRoot),
    /** False during a search, which has its own message for no results. */
    isEmpty: nodes.length === 0 && text === '',
    error: error ?? found.error,
    retry: () => {
      retry();
      found.retry();
    },
    filter,
    want,
    wantMore,
  };
}
