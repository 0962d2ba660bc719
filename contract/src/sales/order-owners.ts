import { z } from 'zod';
import { Choice, Id, requiredText, SearchText } from '../core/fields.ts';
import { routes } from '../core/route.ts';

export const maxTags = 20;
/** A free label that staff put on orders. */
export const OrderTag = requiredText('Tag', 40);
const Tags = z.array(OrderTag).max(maxTags, `At most ${maxTags} tags`);

/** Adds and removes tags. Case is ignored; the first spelling stays. */
export function changedTags(
  tags: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): string[] {
  const removed = new Set(remove.map((tag) => tag.toLowerCase()));
  const kept = new Map<string, string>();
  for (const tag of [...tags.filter((one) => !removed.has(one.toLowerCase())), ...add]) {
    if (!kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  }
  return [...kept.values()];
}

/** Omitted fields stay as they are. Tags are added and removed, so that two users at once overwrite nothing. */
const assigned = {
  /** Null removes the owner. */
  ownerId: Id.nullable().optional(),
  addTags: Tags.optional(),
  removeTags: Tags.optional(),
};
interface Assigned {
  ownerId?: string | null | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}
const assignsSomething = ({ ownerId, addTags = [], removeTags = [] }: Assigned) =>
  ownerId !== undefined || addTags.length > 0 || removeTags.length > 0;
const nothing = { path: ['ownerId'], error: 'Choose an owner, or tags to add or remove' };

export const OrderAssignment = z
  .strictObject({ ids: z.array(Id).min(1).max(100, 'Up to 100 orders at once'), ...assigned })
  .refine(assignsSomething, nothing);
export type OrderAssignment = z.infer<typeof OrderAssignment>;

/** Owner and tags for the orders of a bulk step. */
export const BulkAssignment = z.strictObject(assigned).refine(assignsSomething, nothing);
export type BulkAssignment = z.infer<typeof BulkAssignment>;

export const orderOwnerRoutes = routes('orders', {
  /** Doesn't change the version of an order, so that open forms can still be saved. */
  assign: {
    method: 'POST',
    path: '/order/assign',
    permission: 'order_edit',
    summary: 'Sets the owner of up to 100 orders, and adds or removes tags',
    body: OrderAssignment,
    data: z.object({ changed: z.int() }),
    message: 'Saved',
    changes: ['orders'],
  },
  owners: {
    method: 'GET',
    path: '/order/owners',
    permission: 'order_list',
    summary: 'Lists up to 50 users who can look after orders, yourself first',
    query: z.strictObject({ search: SearchText.optional(), locationId: Id.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  tags: {
    method: 'GET',
    path: '/order/tags',
    permission: 'order_list',
    summary: 'Lists up to 50 tags of recent orders, the most used first',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(z.string()),
    reads: true,
  },
});
