import { pluralize } from '@aisle/contract/core/pluralize';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { ActionIcon, Skeleton, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { checkState, leavesOf, type TreeNode } from '../../../ui/tree/tree.ts';
import { TreeView } from '../../../ui/tree/tree-view.tsx';
import { type Assortable, countToAssign, itemOfNode, moreOf } from './branches.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import { useBranches } from './use-branches.ts';

const noneTicked: ReadonlySet<string> = new Set();

/** The catalog as a tree of checkboxes: checking an item puts it on sale at this location, unchecking removes it. */
export function AssortmentTree({ locationId }: { locationId: string }) {
  const mayAssign = useCan('assign_subProduct');
  const [limiting, setLimiting] = useState<Assortable | null>(null);
  const tree = useBranches(locationId, !mayAssign);
  const change = useAssigning(locationId);
  const flip = (node: TreeNode) =>
    !node.isDisabled && void change(node, checkState(node, noneTicked) !== 'all');
  if (tree.isLoaded && tree.isEmpty) {
    return (
      <EmptyState
        title="No products yet"
        text="Locations sell products from your catalog. Add a category and a product first."
      >
        <ScreenLink to="/products/add">Add a product</ScreenLink>
      </EmptyState>
    );
  }
  return (
    <>
      {tree.error && <ErrorState error={tree.error} retry={tree.retry} />}
      {tree.isLoaded ? (
        <>
          {mayAssign && (
            <Text c="dimmed" size="sm" mb="sm">
              Select items to sell here. Selecting a category includes everything in it.
            </Text>
          )}
          <TreeView
            label="Products by category"
            filterLabel="Find by name, SKU or barcode"
            nodes={tree.nodes}
            checked={noneTicked}
            onCheck={(node, on) => void change(node, on)}
            onOpen={flip}
            onExpand={tree.expand}
            onMore={tree.loadMore}
            onFilter={tree.filter}
            isFound={tree.isFound}
            initiallyOpen={[]}
            {...(mayAssign && { tools: (node) => <Limits item={itemOfNode(node)} onOpen={setLimiting} /> })}
          />
        </>
      ) : (
        !tree.error && <Skeleton className="after-a-while" height={320} />
      )}
      {limiting && <LimitsDialog locationId={locationId} item={limiting} onClose={() => setLimiting(null)} />}
    </>
  );
}

/** The location's custom settings for an item that it sells. */
function Limits({ item, onOpen }: { item: Assortable | undefined; onOpen: (item: Assortable) => void }) {
  if (!item?.assigned) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      ml="auto"
      style={{ flexShrink: 0 }}
      aria-label={`Price and limits of ${item.name}`}
      onClick={() => onOpen(item)}
    >
      <IconAdjustmentsHorizontal size={16} />
    </ActionIcon>
  );
}

/** Assigns the items of a node to the location, or removes them. A whole category needs a confirmation. */
function useAssigning(locationId: string) {
  const assigning = useWrite(locationRoutes.assign);
  const byFilter = useWrite(locationRoutes.assignByFilter);
  return async (node: TreeNode, on: boolean): Promise<void> => {
    if (moreOf(node) !== undefined) return;
    try {
      if (node.isBranch) {
        const count = countToAssign(node, on);
        const what = count === undefined ? 'everything' : pluralize(count, 'sub-product');
        const isSure = await confirm({
          title: on ? `Put ${what} in ${node.label} on sale?` : `Remove ${what} in ${node.label} from sale?`,
          text: on
            ? "Products in this category and its subcategories can be sold here as soon as they're in stock."
            : "Customers can't order these here anymore. Stock, prices and orders in progress don't change.",
          confirm: on ? 'Put on sale' : 'Remove from sale',
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
      // A toast reports the error.
    }
  };
}
