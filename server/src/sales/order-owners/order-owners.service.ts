import { changedTags, maxTags, type OrderAssignment } from '@aisle/contract/sales/order-owners';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, wrongField } from '../../core/problem.ts';
import {
  findOwner,
  lockOwned,
  type OwnedChange,
  type OwnedOrder,
  type Owner,
  saveOwned,
} from './order-owners.queries.ts';

/** Sets the owner of orders, and adds or removes tags. Skips orders that need no change. */
export async function assignOrders(
  tx: Tx,
  actor: Actor,
  { ids, ownerId, addTags, removeTags }: OrderAssignment,
): Promise<{ changed: number; notes: string[] }> {
  const orders = await lockOwned(tx, ids);
  if (orders.length < new Set(ids).size) throw missingAt('ids', 'Order');
  const ownerName = ownerId ? await nameOfOwner(tx, ownerId, orders) : null;
  const changes = orders.flatMap((order) => {
    const next = {
      ...order,
      ...(ownerId !== undefined && ownerId !== order.ownerId && { ownerId, ownerName }),
      tags: changedTags(order.tags, { add: addTags ?? [], remove: removeTags ?? [] }),
    };
    if (next.tags.length > maxTags) throw wrongField('addTags', `An order can have up to ${maxTags} tags`);
    return changeOf(order, next) ?? [];
  });
  if (changes.length > 0) await saveOwned(tx, actor, changes);
  return { changed: changes.length, notes: changes.flatMap(({ events }) => events.map(ownerNote)) };
}

const ownerNote = ({ kind, note }: OwnedChange['events'][number]) =>
  kind === 'owner' ? `Owner: ${note}` : note;

/** Requires that the owner can see all of the orders. */
async function nameOfOwner(tx: Tx, id: string, orders: readonly OwnedOrder[]): Promise<string> {
  const { name, locations } = await mustFindOwner(tx, id);
  const hidden = orders.find(({ locationId }) => locations && !locations.includes(locationId));
  if (hidden) throw wrongField('ownerId', `${name} can't see orders of ${hidden.locationName}`);
  return name;
}

export async function mustFindOwner(tx: Tx, id: string): Promise<Owner> {
  const owner = await findOwner(tx, id);
  if (!owner) throw missingAt('ownerId', 'User');
  return owner;
}

function changeOf(before: OwnedOrder, after: OwnedOrder): OwnedChange | null {
  const events: OwnedChange['events'] = [];
  const isOwned = before.ownerId !== after.ownerId;
  if (isOwned) events.push({ id: newId(), kind: 'owner', note: after.ownerName ?? 'No owner' });
  const tagsNote = tagsText(before.tags, after.tags);
  if (tagsNote) events.push({ id: newId(), kind: 'tags', note: tagsNote });
  if (events.length === 0) return null;
  const shown = ({ ownerName, tags }: OwnedOrder) => ({
    ...(isOwned && { owner: ownerName }),
    ...(tagsNote && { tags }),
  });
  return { ...after, events, before: shown(before), after: shown(after) };
}

/** "Added: VIP; removed: Call back" */
function tagsText(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  const text = [
    added.length > 0 && `added: ${added.join(', ')}`,
    removed.length > 0 && `removed: ${removed.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
