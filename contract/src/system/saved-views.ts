import { z } from 'zod';
import { Deleted, Id, Instant, requiredText, Version } from '../core/fields.ts';
import { routes } from '../core/route.ts';

/** The path of a list's screen. The server rejects paths that no route of the API declares as its screen. */
const Screen = z.string().max(100);

/** The maximum number of views of one list per user, and the maximum size of each. */
export const maxViews = 50;
const maxSearchLength = 4096;
const Value = z.union([z.string().max(500), z.number(), z.boolean()]);
/** The parameters of the list's URL, without the page. */
export const ViewSearch = z
  .record(z.string().min(1).max(50), z.union([Value, z.array(Value).max(100)]))
  .refine((search) => !('page' in search || 'cursor' in search), 'A view must start at the first page')
  .refine((search) => JSON.stringify(search).length <= maxSearchLength, 'A view must be at most 4 KB');

export const SavedView = z.object({
  _id: Id,
  list: Screen,
  name: z.string(),
  search: ViewSearch,
  /** True if all users who can see the list see the view. */
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** The owner's name; null if the user isn't allowed to know the owner. */
  ownerName: z.string().nullable(),
  updatedAt: Instant,
  version: Version,
});
export type SavedView = z.infer<typeof SavedView>;

export const SavedViewInput = z.strictObject({
  list: Screen,
  name: requiredText('Name', 60),
  search: ViewSearch,
  isShared: z.boolean().optional(),
});
export type SavedViewInput = z.infer<typeof SavedViewInput>;
export const SavedViewEdit = SavedViewInput.omit({ list: true }).partial().extend({ version: Version });
export type SavedViewEdit = z.infer<typeof SavedViewEdit>;

/** The maximum number of counted views of a list, the user's own first, and the maximum count of each. */
export const maxViewsCounted = 20;
export const maxViewCount = 1000;
export const ViewCount = z.object({
  _id: Id,
  /** At most 1,000; null if counting the rows would be too slow. */
  count: z.int().nullable(),
  /** True if there are more than `count` rows. */
  isMore: z.boolean(),
});
export type ViewCount = z.infer<typeof ViewCount>;

export const savedViewRoutes = routes('savedViews', {
  list: {
    method: 'GET',
    path: '/saved-view/list',
    permission: 'signedIn',
    summary: 'Lists your views of a list, then the shared ones, each by name',
    query: z.strictObject({ list: Screen }),
    data: z.array(SavedView),
    reads: true,
  },
  counts: {
    method: 'GET',
    path: '/saved-view/counts',
    permission: 'signedIn',
    summary: 'Counts the rows of your views of a list and of the shared ones, the first 20 by name',
    /** `locationId` filters all lists by location, unless a view has its own filter. */
    query: z.strictObject({ list: Screen, locationId: Id.optional() }),
    data: z.array(ViewCount),
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/saved-view/create',
    permission: 'signedIn',
    summary: 'Saves a view of a list',
    body: SavedViewInput,
    data: SavedView,
    message: 'View saved',
    problems: ['permission-missing', 'duplicate', 'savedViews.too-many'],
    changes: ['savedViews'],
  },
  edit: {
    method: 'PUT',
    path: '/saved-view/edit/{id}',
    permission: 'signedIn',
    summary: 'Changes the name, content or sharing of your view',
    body: SavedViewEdit,
    data: SavedView,
    message: 'View saved',
    problems: ['duplicate', 'version-stale'],
    changes: ['savedViews'],
  },
  remove: {
    method: 'DELETE',
    path: '/saved-view/delete/{id}',
    permission: 'signedIn',
    summary: 'Deletes your view',
    data: Deleted,
    message: 'View deleted',
    changes: ['savedViews'],
  },
  restore: {
    method: 'PUT',
    path: '/saved-view/restore/{id}',
    permission: 'signedIn',
    summary: 'Restores a view that you deleted within the last 30 seconds',
    data: SavedView,
    message: 'View restored',
    problems: ['restore.too-late', 'restore.name-taken', 'savedViews.too-many'],
    changes: ['savedViews'],
  },
});
