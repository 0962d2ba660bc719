import { type CategoryNode, categoryRoutes } from '@aisle/contract/catalog/categories';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, invalidate, useWrite } from '../../../core/api.ts';
import { notifyError, offerUndo } from '../../../core/notice.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import type { TreeMove } from '../../../ui/tree/tree-view.tsx';
import { childrenOf, findNode, isWhole, placeOf, type TreePosition } from '../tree/category-position.ts';
import { ImpactList } from './impact-list.tsx';
import { impactLines } from './impact-text.ts';

/**
 * Sorts and moves categories. Moving to another parent changes the category, so its impact, if any, is confirmed first; the
 * position among its siblings is saved as the order of the parent. Screen readers read `announcement`, the new position.
 */
export function useMoveCategory(tree: readonly CategoryNode[]) {
  const edit = useWrite(categoryRoutes.edit, { quiet: true });
  const sort = useWrite(categoryRoutes.sort, { quiet: true });
  const client = useQueryClient();
  const isBusy = useRef(false);
  const [announcement, announce] = useState('');

  async function put(
    id: string,
    version: number,
    { parentId, orderedIds, isMoved }: TreePosition,
  ): Promise<number> {
    const moved = isMoved
      ? await edit.mutateAsync({ params: { id }, body: { parentId, version } })
      : undefined;
    const sorted = orderedIds.length > 0 ? await sort.mutateAsync({ body: { parentId, orderedIds } }) : [];
    await invalidate(client, ['categories']);
    return sorted.find(({ _id }) => _id === id)?.version ?? moved?.version ?? version;
  }

  async function move(id: string, how: TreeMove): Promise<void> {
    const node = findNode(tree, id);
    const place = placeOf(tree, id, how);
    if (!node || isBusy.current) return;
    if (!place) {
      announce(`${node.name} can't be moved there.`);
      return;
    }
    const back: TreePosition = {
      parentId: node.parentId,
      orderedIds: isWhole(tree, node.parentId) ? childrenOf(tree, node.parentId).map(({ _id }) => _id) : [],
      isMoved: place.isMoved,
    };
    isBusy.current = true;
    try {
      if (place.isMoved && !(await isSure(tree, node, place))) return;
      const version = await put(id, node.version, place);
      const where = whereText(tree, node, place);
      announce(where);
      // A keyboard step needs no undo: the opposite key reverts it.
      if (place.isMoved || 'target' in how) {
        offerUndo(where, () => put(id, version, back).then(() => announce(`${node.name} moved back.`)));
      }
    } catch (error) {
      await invalidate(client, ['categories']);
      notifyError(error instanceof Error ? error.message : String(error));
    } finally {
      isBusy.current = false;
    }
  }
  return { move, announcement };
}

async function isSure(
  tree: readonly CategoryNode[],
  { _id, name }: CategoryNode,
  { parentId }: TreePosition,
): Promise<boolean> {
  const impact = await call(categoryRoutes.impact, { params: { id: _id }, body: { parentId } });
  if (impact.refusal) throw new Error(impact.refusal.message);
  if (impactLines(impact).length === 0) return true;
  const target = parentId === null ? undefined : findNode(tree, parentId);
  return confirm({
    title: target ? `Move ${name} into ${target.name}?` : `Move ${name} to the top level?`,
    text: <ImpactList impact={impact} />,
    confirm: 'Move',
    danger: false,
  });
}

/** "Milk is now 2 of 5 in Dairy." */
function whereText(
  tree: readonly CategoryNode[],
  { _id, name }: CategoryNode,
  { parentId, orderedIds }: TreePosition,
) {
  const parent = parentId === null ? undefined : findNode(tree, parentId);
  if (orderedIds.length === 0) return `${name} is now ${parent ? `in ${parent.name}` : 'at the top level'}.`;
  const place = `${orderedIds.indexOf(_id) + 1} of ${orderedIds.length}`;
  return `${name} is now ${place} ${parent ? `in ${parent.name}` : 'at the top level'}.`;
}
