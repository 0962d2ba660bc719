import { locationRoutes } from '@aisle/contract/locations';
import { Skeleton } from '@mantine/core';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { read } from '../../core/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { TreeNode } from '../../ui/tree.ts';
import { TreeView } from '../../ui/tree-view.tsx';
import { type SoldPage, soldMoreOf, soldNodes, soldRoot } from './sold-nodes.ts';

interface Wanted {
  id: string;
  cursor?: string;
}
const combine = (results: UseQueryResult<SoldPage>[]) => ({
  pages: results.map(({ data }) => data),
  error: results.find(({ error }) => error)?.error ?? null,
  retry: () => results.filter(({ error }) => error).forEach((result) => void result.refetch()),
});

/** What a location sells, for those who may look at it and change nothing. */
export function SoldTree({ locationId }: { locationId: string }) {
  const { nodes, isLoaded, error, retry, want, wantMore } = useSold(locationId);
  if (error) return <ErrorState error={error} retry={retry} />;
  if (!isLoaded) return <Skeleton className="after-a-while" height={320} />;
  if (nodes.length === 0) {
    return <EmptyState title="Nothing on sale yet" text="What is assigned to this location stands here." />;
  }
  return (
    <TreeView
      label="What this location sells"
      filterLabel="Find in what is open"
      nodes={nodes}
      onExpand={(node) => node.isBranch && want({ id: node.id })}
      onMore={wantMore}
      initiallyOpen={[]}
    />
  );
}

/** Loaded by branch, and a long branch by pages. */
function useSold(locationId: string) {
  const [wanted, setWanted] = useState<readonly Wanted[]>([{ id: soldRoot }]);
  const { pages, error, retry } = useQueries({
    queries: wanted.map(({ id, cursor }) => ({
      ...read(locationRoutes.productTree, {
        params: { id: locationId },
        query: { ...(id && { parentId: id }), ...(cursor && { cursor }) },
      }),
      meta: { quiet: true },
    })),
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
  const want = useCallback(
    (next: Wanted) =>
      setWanted((now) =>
        now.some(({ id, cursor }) => id === next.id && cursor === next.cursor) ? now : [...now, next],
      ),
    [],
  );
  const wantMore = useCallback(
    (node: TreeNode) => {
      const id = soldMoreOf(node);
      const cursor = id === undefined ? null : loaded.get(id)?.at(-1)?.nextCursor;
      if (id !== undefined && cursor) want({ id, cursor });
    },
    [loaded, want],
  );
  const nodes = useMemo(() => soldNodes(loaded), [loaded]);
  return { nodes, isLoaded: loaded.has(soldRoot), error, retry, want, wantMore };
}
