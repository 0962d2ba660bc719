import { z } from 'zod';
import { routes } from './core/route.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportRoutes = routes({
  /** `name` is the resource; who may see its list may take it home. */
  create: {
    method: 'POST',
    path: '/export/{name}',
    permission: 'signedIn',
    summary: 'Writes exactly what a list shows, all pages of it, into a file',
    query: z.strictObject({ format: z.enum(exportFormats) }),
    /** The body of the list itself, checked by its own schema. */
    body: z.record(z.string(), z.unknown()),
    data: z.object({
      /** Signed, and good for a few minutes. */
      url: z.string(),
    }),
  },
});
