import { z } from 'zod';
import { BooleanLike } from '../core/fields.ts';
import { routes, without } from '../core/route.ts';
import type { Permission } from '../permissions.ts';
import {
  BulkEdit,
  BulkPreview,
  bulkTarget,
  type RecordKind,
  recordKinds,
  recordListPermissions,
  recordPermissions,
} from './bulk-edits.ts';

const RecordChange = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('status'), to: z.strictObject({ value: BooleanLike }) }),
  /** Deletes only unused records. For categories, also deletes those above them that become empty. */
  z.strictObject({ field: z.literal('deleted') }),
]);
export type RecordChange = z.output<typeof RecordChange>;

export const RecordBulkInput = z
  .strictObject({
    of: z.enum(recordKinds),
    target: bulkTarget(z.strictObject({ status: BooleanLike }).partial().default({})),
    change: RecordChange,
  })
  // Switching a category affects its products, so its impact is shown for each category separately.
  .refine(({ of, change }) => of !== 'categories' || change.field === 'deleted', {
    path: ['change', 'field'],
    error: 'Categories can only be deleted in bulk',
  });
export type RecordBulkInput = z.output<typeof RecordBulkInput>;

export const recordChangeNeeds = (of: RecordKind, field: RecordChange['field']): Permission =>
  recordPermissions[of][field === 'status' ? 'edit' : 'delete'];

/** "Deactivate brands", for the titles of jobs and the list of bulk edits. */
export const recordChangeInWords = (of: RecordKind, change: RecordChange): string => {
  if (change.field === 'deleted') return `Delete unused ${of}`;
  return `${change.to.value ? 'Activate' : 'Deactivate'} ${of}`;
};

/** Changing the status requires the edit permission of the record kind, deleting the delete permission. */
const ofAnyList = {
  permission: 'brand_list',
  orPermission: recordListPermissions.filter((permission) => permission !== 'brand_list'),
} as const;

/** Progress, rows and undo use the routes of bulk edits of sub-products. */
export const recordBulkRoutes = routes('bulkEdits', {
  preview: {
    ...ofAnyList,
    method: 'POST',
    path: '/bulk-edit/preview',
    everywhere: true,
    summary:
      'Previews switching or deleting all matching brands, taxes, vendors or categories, with counts and the first rows',
    body: RecordBulkInput,
    data: BulkPreview,
    reads: true,
    list: {
      screen: without('A dialog shows it'),
      exportAs: without('The bulk edit that follows has these rows'),
      liveTopic: without('It answers one question'),
    },
  },
  create: {
    ...ofAnyList,
    method: 'POST',
    path: '/bulk-edit',
    everywhere: true,
    summary:
      'Switches all matching brands, taxes or vendors, or deletes those that nothing uses, in a job with a result for each row',
    body: RecordBulkInput,
    data: BulkEdit,
    message: 'Applying changes',
    onceByKey: true,
    problems: ['bulk.nothing'],
    changes: ['bulkEdits', 'jobs', ...recordKinds],
  },
});
