import {
  maxViews,
  type SavedView,
  type SavedViewEdit,
  type SavedViewInput,
} from '@aisle/contract/system/saved-views';
import type { Tx } from '../../core/db/db.ts';
import { restoreDeleted, storeDeleted } from '../../core/db/rows/deleted-records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import { problem } from '../../core/problem.ts';
import { countViews, deleteView, insertView, lockOwnView, updateView } from './saved-views.queries.ts';
import { canSee, permissionsOf } from './view-screens.ts';

export async function saveView(tx: Tx, actor: Actor, input: SavedViewInput): Promise<SavedView> {
  if (!canSee(actor, input.list)) {
    throw problem('permission-missing', { permission: permissionsOf(input.list)[0]! });
  }
  const userId = actor.userId!;
  await assertRoom(tx, userId, input.list, 1);
  const _id = newId();
  await insertView(tx, userId, { isShared: false, ...input, _id });
  return announceView(tx, await lockOwnView(tx, userId, _id), userId);
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
  // Notifies users who saw the shared view that it is gone.
  return announceView(tx, after, userId, before.isShared);
}

export async function removeView(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  const view = await lockOwnView(tx, actor.userId!, id);
  await storeDeleted(tx, actor, ['saved_views', id]);
  await deleteView(tx, id);
  await announceView(tx, view, actor.userId!);
  return { _id: id };
}

export async function restoreView(tx: Tx, actor: Actor, id: string): Promise<SavedView> {
  const userId = actor.userId!;
  await restoreDeleted(tx, actor, ['saved_views', id]);
  const view = await lockOwnView(tx, userId, id);
  await assertRoom(tx, userId, view.list, 0);
  return announceView(tx, view, userId);
}

async function assertRoom(tx: Tx, userId: string, list: string, more: number): Promise<void> {
  if ((await countViews(tx, userId, list)) + more > maxViews) {
    throw problem('savedViews.too-many', { most: maxViews });
  }
}

/** Announces a shared view to everyone who can see the list, and a private one to its owner's other windows. */
async function announceView(tx: Tx, view: SavedView, userId: string, wasShared = false): Promise<SavedView> {
  const everybody = view.isShared || wasShared;
  for (const permission of permissionsOf(view.list)) {
    await announce(tx, {
      topic: 'savedViews',
      action: 'changed',
      recordId: view._id,
      permission,
      ...(!everybody && { userId }),
    });
  }
  return view;
}
