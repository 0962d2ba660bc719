import { z } from 'zod';
import { Id, Instant } from '../core/fields.ts';
import { routes } from '../core/route.ts';

export const Mail = z.object({
  _id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), url: z.string() })),
  createdAt: Instant,
  /** Null while the email is waiting. */
  sentAt: Instant.nullable(),
});
export type Mail = z.infer<typeof Mail>;

export const mailRoutes = routes('mails', {
  list: {
    method: 'GET',
    path: '/mails/list',
    permission: 'signedIn',
    summary: 'Lists the newest 100 emails. Available in the demo only',
    data: z.array(Mail),
    reads: true,
    showsSecrets: true,
  },
});
