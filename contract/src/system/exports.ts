import { z } from 'zod';
import { Id } from '../core/fields.ts';
import { routes } from '../core/route.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
const listExportFormats = [...exportFormats, 'zip'] as const;
export type ListExportFormat = (typeof listExportFormats)[number];
/** A workbook is made in memory: more rows than this are for CSV. */
export const maxWorkbookRows = 100_000;
/** Up to so many rows the answer is the file; more are written by a job. */
export const exportedAtOnce = 2000;

export const exportRoutes = routes('exports', {
  /** `name` is the resource; anyone who can see its list can export it. */
  create: {
    method: 'POST',
    path: '/export/{name}',
    permission: 'signedIn',
    summary: 'Exports all pages of a list to a file',
    /** `zip` only for lists with `exportsPictures`: always written by a job. */
    query: z.strictObject({ format: z.enum(listExportFormats) }),
    /** The body of the list itself, checked by its own schema. */
    body: z.record(z.string().max(100), z.unknown()),
    data: z.object({
      /** Signed, and good for 15 minutes; null where a job writes the file. */
      url: z.string().nullable(),
      /** How many rows there are; about as many where a job counts them. */
      rows: z.int(),
      /** The job to watch: its `files` hold the export when it is done. */
      jobId: Id.nullable(),
    }),
    problems: ['exports.too-many'],
    changes: ['jobs'],
  },
});
