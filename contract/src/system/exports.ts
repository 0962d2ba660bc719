import { z } from 'zod';
import { Id } from '../core/fields.ts';
import { routes } from '../core/route.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
const listExportFormats = [...exportFormats, 'zip'] as const;
export type ListExportFormat = (typeof listExportFormats)[number];
/** The maximum number of rows of a workbook, which is created in memory. Larger exports need CSV. */
export const maxWorkbookRows = 100_000;
/** The maximum number of rows of an immediate export; a job creates larger ones. */
export const exportedAtOnce = 2000;

/** The selected rows of a list, for its export or a bulk action. */
export const SelectedIds = z
  .array(z.string().max(80))
  .min(1)
  .max(1000, 'Up to 1,000 by ID. Use a filter for more');

export const exportRoutes = routes('exports', {
  /** `name` is the name of the export. All users who can see the list can export it. */
  create: {
    method: 'POST',
    path: '/export/{name}',
    permission: 'signedIn',
    summary: 'Exports all pages of a list to a file',
    /** `zip` is only for lists with `exportsPictures`; a job always creates it. */
    query: z.strictObject({ format: z.enum(listExportFormats) }),
    /** The body of the list request, checked by the list's schema. With `ids`, only these rows are exported. */
    body: z.object({ ids: SelectedIds.optional() }).catchall(z.unknown()),
    data: z.object({
      /** A signed URL, valid for 15 minutes; null if a job creates the file. */
      url: z.string().nullable(),
      /** The number of rows; an estimate if a job creates the file. */
      rows: z.int(),
      /** The job that creates the export: its `files` contain it when the job is done. */
      jobId: Id.nullable(),
    }),
    problems: ['exports.too-many'],
    changes: ['jobs'],
  },
});
