import { z } from 'zod';
import { From, Id, Instant, UpTo } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import {
  type ChangedResourceName,
  changedResource,
  changedResources,
  type History,
  isChangedResource,
} from './live/changes.ts';

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** The ID of the user; null if a program or the system made the change. */
  userId: Id.nullable(),
  /** The name at that time, which remains after the user is deleted. */
  actorName: z.string(),
  action: z.string(),
  /** The plural name of the resource: 'brands'. */
  resource: z.string(),
  recordId: Id.nullable(),
  locationId: Id.nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry of the whole audit log, with the name of its record. */
export const AuditListed = AuditEntry.extend({
  /** The current or last name of the record; null if it has neither name nor number. */
  recordName: z.string().nullable(),
  /** Whether the record still exists. */
  recordExists: z.boolean(),
  locationName: z.string().nullable(),
});
export type AuditListed = z.infer<typeof AuditListed>;

/** Actions of accounts without a changed record, such as sign-ins. */
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
  'assistantCall',
  'viewedAs',
  'viewAsEnded',
] as const;

/** Resources whose records each have a readable history, by their name in the audit log. */
export type HistoryResource = {
  [Name in ChangedResourceName]: (typeof changedResources)[Name] extends { history: History } ? Name : never;
}[ChangedResourceName];
export const histories = Object.fromEntries(
  Object.entries(changedResources).flatMap(([name, about]) =>
    'history' in about ? [[name, about.history]] : [],
  ),
) as Record<HistoryResource, History>;
/** All settings form one record. */
export const settingsId = '00000000-0000-0000-0000-000000000000';

export const historyOf = (resource: string): History | undefined =>
  isChangedResource(resource) ? changedResource(resource).history : undefined;

/** Entries about accounts, which only users who can read the whole log see. */
export const logOnlyActions = [...accountActions, 'assign-roles'] as const;

export const AuditPage = pageRequest(['at'], {
  resource: z.string().max(100),
  action: z.string().max(100),
  recordId: Id,
  userId: Id,
  from: From,
  to: UpTo,
});
export type AuditPage = z.infer<typeof AuditPage>;

export const auditRoutes = routes('audit', {
  list: {
    method: 'POST',
    path: '/audit/list',
    permission: 'access_setting',
    summary: 'Lists who changed what, newest first by default',
    body: AuditPage,
    data: pageOf(AuditListed),
    reads: true,
    list: { screen: '/audit', exportAs: 'audit' },
  },
  history: {
    method: 'POST',
    path: '/audit/history/{name}/{id}',
    /** Also requires the permission to view the record, by its resource: see `histories`. */
    permission: 'signedIn',
    summary:
      'Lists who changed one record, newest first by default. The name is its resource, such as brands. Takes the permission to view the record',
    body: pageRequest(['at'], {}),
    data: pageOf(AuditEntry),
    reads: true,
    resource: 'histories',
    list: {
      screen: partOfRecord,
      exportAs: without('The audit log exports it'),
      liveTopic: without('It is opened to be read once'),
    },
  },
});
