import { categoryRoutes } from '@aisle/contract/categories';
import { locationRoutes } from '@aisle/contract/locations';
import { ActionIcon, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { confirm } from '../ui/confirm.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel, RecordPage } from '../ui/record-page.tsx';
import { checkState, leavesOf, type TreeNode } from '../ui/tree.ts';
import { TreeView } from '../ui/tree-view.tsx';
import { type Assortable, assignedIds, moreOf, nodesOf, productNode, rootBranch } from './branches.ts';
import { LimitsDialog } from './limits-dialog.tsx';

/** One page of one category: a branch is loaded when it is opened, a long one page by page. */
interface Wanted {
  id: string;
  after?: string | undefined;
}

/** The catalogue as a tree: a tick puts on sale at this location, or takes off. */
export function AssortmentTree() {
  const { id: locationId } = useParams({ strict: false }) as { id: string };
  const mayAssign = useMay('assign_subProduct');
  const mayView = useMay('store_view');
  const [wanted, setWanted] = useState<readonly Wanted[]>([{ id: rootBranch }]);
  const [text, setText] = useState('');
  const [limiting, setLimiting] = useState<Assortable | null>(null);
  const [search] = useDebouncedValue(text.trim(), 250);
  const location = useQuery({
    ...read(locationRoutes.view, { params: { id: locationId } }),
    enabled: mayView,
    meta: { quiet: true },
  });
  const results = useQueries({
    queries: wanted.map(({ id, after }) => ({
      ...read(categoryRoutes.productTree, {
        query: { locationId, ...(id && { parentId: id }), ...(after && { after }) },
      }),
      meta: { quiet: true },
    })),
  });
  const found = useQuery({
    ...read(categoryRoutes.productTree, { query: { locationId, search } }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

  const loaded = new Map(
    wanted.map(({ id }) => [
      id,
      results.flatMap(({ data }, at) => (wanted[at]?.id === id && data ? [data] : [])),
    ]),
  );
  const isSearching = search.length > 1 && text.trim().length > 1;
  const products = isSearching
    ? (found.data?.products ?? [])
    : [...loaded.values()].flat().flatMap((page) => page.products);
  const nodes = isSearching
    ? products.map((product) => productNode(product, !mayAssign))
    : nodesOf(loaded, !mayAssign);
  const checked = assignedIds(products);
  const sold = new Map(products.flatMap(({ subProducts }) => subProducts.map((sub) => [sub._id, sub])));
  const change = useAssigning(locationId);
  const [root] = results;

  function load(node: TreeNode): void {
    if (node.isBranch && !wanted.some(({ id }) => id === node.id)) setWanted([...wanted, { id: node.id }]);
  }
  function open(node: TreeNode): void {
    const category = moreOf(node);
    if (category === undefined) {
      if (!node.isDisabled) void change(node, checkState(node, checked) !== 'all');
      return;
    }
    const after = loaded.get(category)?.at(-1)?.nextAfter;
    if (after && !wanted.some((one) => one.after === after)) setWanted([...wanted, { id: category, after }]);
  }

  const name = location.data?.name;
  return (
    <RecordPage
      title={name ? `${name}: products by category` : 'Products by category'}
      back={
        mayView
          ? { to: `/locations/view/${locationId}`, label: name ?? 'Location' }
          : { to: '/locations', label: 'Locations' }
      }
    >
      <Panel>
        {root?.error && !root.data ? (
          <ErrorState error={root.error} retry={() => void root.refetch()} />
        ) : root?.data ? (
          <>
            {mayAssign && (
              <Text c="dimmed" size="sm" mb="sm">
                A tick puts it on sale here. On a category it counts for everything below.
              </Text>
            )}
            <TreeView
              label="Products by category"
              nodes={nodes}
              checked={checked}
              onCheck={(node, on) => void change(node, on)}
              onOpen={open}
              onExpand={load}
              onFilter={setText}
              initiallyOpen={[]}
              {...(mayAssign && {
                tools: ({ id }) => {
                  const item = sold.get(id);
                  return (
                    item?.assigned && (
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        ml="auto"
                        style={{ flexShrink: 0 }}
                        aria-label={`Price and limits of ${item.name}`}
                        onClick={() => setLimiting(item)}
                      >
                        <IconAdjustmentsHorizontal size={16} stroke={1.5} />
                      </ActionIcon>
                    )
                  );
                },
              })}
            />
          </>
        ) : (
          <Skeleton className="after-a-while" height={320} />
        )}
      </Panel>
      {limiting && <LimitsDialog locationId={locationId} item={limiting} onClose={() => setLimiting(null)} />}
    </RecordPage>
  );
}

/** Puts what a node stands for on sale, or takes it off: a whole category only after a question. */
function useAssigning(locationId: string) {
  const assigning = useWrite(locationRoutes.assign);
  const byFilter = useWrite(locationRoutes.assignByFilter);
  return async (node: TreeNode, on: boolean): Promise<void> => {
    if (moreOf(node) !== undefined) return;
    try {
      if (node.isBranch) {
        const isSure = await confirm({
          title: on ? `Put all of ${node.label} on sale?` : `Take all of ${node.label} off sale?`,
          text: on
            ? 'Everything in this category, and in those below it, can be sold here as soon as it is in stock.'
            : 'Nobody can order it here any more. Stock, prices and orders under way stay.',
          confirm: on ? 'Put on sale' : 'Take off sale',
          danger: !on,
        });
        if (!isSure) return;
        const body = { locationIds: [locationId], filters: { categoryId: node.id }, assigned: on };
        await byFilter.mutateAsync({ body });
        return;
      }
      const subProducts = leavesOf(node).map((subProductId) => ({ subProductId, assigned: on }));
      await assigning.mutateAsync({ body: { locationId, subProducts } });
    } catch {
      // Told by a toast.
    }
  };
}
