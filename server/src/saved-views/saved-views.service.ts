import {
  mostViews,
  type SavedView,
  type SavedViewEdit,
  type SavedViewInput,
  viewLists,
} from '@aisle/contract/saved-views';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { announce } from '../core/live-events.ts';
import { problem } from '../core/problem.ts';
import { countViews, deleteView, insertView, lockOwnView, updateView } from './saved-views.queries.ts';

export async function saveView(tx: Tx, actor: Actor, input: SavedViewInput): Promise<SavedView> {
  const permission = viewLists[input.list];
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  const userId = actor.userId!;
  if ((await countViews(tx, userId, input.list)) >= mostViews) {
    throw problem('savedViews.too-many', { most: mostViews });
  }
  const _id = newId();
  await insertView(tx, userId, { isShared: false, ...input, _id });
  return told(tx, await lockOwnView(tx, userId, _id), userId);
}

export async function changeView(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...changes }: SavedViewEdit,
): Promise<SavedView> {
  const userId = actor.userId!;
  const before = await lockOwnView(tx, userId, id);
  if (before.version !== version) throw problem('version-stale', {}, { data: before });
  await updateView(tx, id, { ...before, ...changes });
  const after = await lockOwnView(tx, userId, id);
  // Whoever had it before has to learn that it is no longer shared.
  return told(tx, after, userId, before.isShared);
}

export async function removeView(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  const view = await lockOwnView(tx, actor.userId!, id);
  await deleteView(tx, id);
  await told(tx, view, actor.userId!);
  return { _id: id };
}

/** A shared view changes for everybody who may see the list, any other for its owner's other windows. */
async function told(tx: Tx, view: SavedView, userId: string, wasShared = false): Promise<SavedView> {
  const everybody = view.isShared || wasShared;
  await announce(tx, {
    topic: 'savedViews',
    action: 'changed',
    recordId: view._id,
    permission: viewLists[view.list],
    ...(!everybody && { userId }),
  });
  return view;
}
