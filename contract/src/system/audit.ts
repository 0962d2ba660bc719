import { z } from 'zod';
import { From, Id, Instant, UpTo } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** Null for a program. */
  userId: Id.nullable(),
  /** The name at that time: it outlives the user. */
  actorName: z.string(),
  action: z.string(),
  /** The resource's plural name: 'brands'. */
  resource: z.string(),
  recordId: Id.nullable(),
  locationId: Id.nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** In the log of everything, where it does not go without saying what an entry is about. */
export const AuditListed = AuditEntry.extend({
  /** What the record is called now, or was; null where it has neither name nor number. */
  recordName: z.string().nullable(),
});
export type AuditListed = z.infer<typeof AuditListed>;

/** How people and programs get in: what the log says of accounts beside what was changed. */
export const accountActions = [
  'signedIn',
  'signInFailed',
  'signedOut',
  'sessionsEnded',
  'refused',
  'passwordLinkRequested',
  'reset-password',
  'change-password',
  'add-second-factor',
  'remove-second-factor',
  'reset-second-factor',
  'new-recovery-codes',
  'use-recovery-code',
  'keyFirstUsed',
  'viewedAs',
  'viewAsEnded',
] as const;

export const AuditPage = pageRequest(['at'], {
  resource: z.string().max(100),
  action: z.string().max(100),
  recordId: Id,
  userId: Id,
  from: From,
  to: UpTo,
});
export type AuditPage = z.infer<typeof AuditPage>;

export const auditRoutes = routes({
  list: {
    method: 'POST',
    path: '/audit/list',
    permission: 'access_setting',
    summary: 'Lists who changed what, newest first by default',
    body: AuditPage,
    data: pageOf(AuditListed),
    reads: true,
  },
});
