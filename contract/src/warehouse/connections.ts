import { z } from 'zod';
import { DateOnly, Id, Instant, StatusBody, Version } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';
import { Precedence, precedenceFields, SyncName, syncNames } from './sync.ts';

/** The names of the calls whose rows can be refused. */
export const refusedNames = [...syncNames, 'sales'] as const;
/** The maximum number of refused rows and of lost values on the page of a connection. */
export const maxShown = 100;
/** How long a connection can be silent at most before users are notified: 30 days. */
export const maxSilentMinutes = 43_200;

export const connectionKinds = ['apiKey', 'webhook'] as const;
/** A program that calls with an API key and its successors, or receives the events of a webhook. */
export const Connection = z.object({
  _id: Id,
  kind: z.enum(connectionKinds),
  /** The name of the newest key, or of the webhook. */
  name: z.string(),
  /** False rejects the calls of its keys, or pauses the webhook. */
  status: z.boolean(),
  /** The last call of a key, or the last delivery. */
  lastSeenAt: Instant.nullable(),
  /**
   * The age of the first change that the program has not read, or of the first waiting delivery, in seconds; 0 if there is
   * none. Null if its keys don't read changes.
   */
  lagSeconds: z.int().nullable(),
  /** The number of calls or deliveries since midnight (UTC). */
  today: z.int(),
  /** The topics of changes that its keys read, or the events of the webhook. */
  topics: z.array(z.string()),
  /** The number of refused rows. */
  refused: z.int(),
  /** The number of values that lost against the value in Aisle. */
  lost: z.int(),
  /** Users are notified after this time without calls, or with a waiting delivery. Null for never. */
  silentAfterMinutes: z.int().nullable(),
  isSilent: z.boolean(),
  createdAt: Instant,
  version: Version,
});
export type Connection = z.infer<typeof Connection>;

const FieldPrecedence = z.strictObject({ name: SyncName, field: z.string().max(100), by: Precedence });
export type FieldPrecedence = z.infer<typeof FieldPrecedence>;

/** A row of a sync call that was refused. */
export const RefusedRow = z.object({
  _id: Id,
  name: z.enum(refusedNames),
  row: z.unknown(),
  code: z.string(),
  message: z.string(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
  at: Instant,
});
export type RefusedRow = z.infer<typeof RefusedRow>;

/** A value of a row that was not written. */
export const LostValue = z.object({
  _id: Id,
  name: SyncName,
  recordId: Id,
  /** The name of the item or customer; null if the record is gone. */
  recordName: z.string().nullable(),
  locationName: z.string().nullable(),
  field: z.string(),
  sent: z.unknown(),
  kept: z.unknown(),
  at: Instant,
});
export type LostValue = z.infer<typeof LostValue>;

export const ConnectionView = Connection.extend({
  /** Its keys, newest first. */
  keys: z.array(z.object({ _id: Id, name: z.string(), prefix: z.string(), isActive: z.boolean() })),
  webhookId: Id.nullable(),
  /** Calls or deliveries of the last 30 days (UTC), without days that have none. */
  days: z.array(z.object({ day: DateOnly, count: z.int() })),
  /** Fields without an entry take the caller's value. */
  precedence: z.array(FieldPrecedence),
  /** At most 100, newest first. */
  refusals: z.array(RefusedRow),
  /** At most 100, newest first. */
  losses: z.array(LostValue),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

const fieldsOf: Record<SyncName, readonly string[]> = precedenceFields;
export const ConnectionEdit = z.strictObject({
  /** Replaces all entries. */
  precedence: z
    .array(FieldPrecedence)
    .max(50)
    .superRefine((entries, context) => {
      const seen = new Set<string>();
      for (const [index, { name, field }] of entries.entries()) {
        if (!fieldsOf[name].includes(field)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'field'],
            message: `There is no field ${field} of ${name}`,
          });
        }
        if (seen.has(`${name} ${field}`)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'field'],
            message: 'Each field can be listed only once',
          });
        }
        seen.add(`${name} ${field}`);
      }
    })
    .optional(),
  silentAfterMinutes: z
    .int({ error: 'Enter a whole number' })
    .min(1, 'Enter at least 1 minute')
    .max(maxSilentMinutes, 'Enter at most 43,200 minutes')
    .nullable()
    .optional(),
  version: Version,
});
export type ConnectionEdit = z.infer<typeof ConnectionEdit>;

export const ConnectionPage = pageRequest(['name', 'createdAt'], {
  kind: z.enum(connectionKinds),
  status: z.boolean(),
});
export type ConnectionPage = z.infer<typeof ConnectionPage>;

export const RerunResult = z.object({
  rowId: Id,
  state: z.enum(['accepted', 'refused']),
  /** Why it was refused again. */
  message: z.string().nullable(),
});
export type RerunResult = z.infer<typeof RerunResult>;

const here = { permission: 'access_setting', everywhere: true, confirms: 'access' } as const;
export const connectionRoutes = routes('connections', {
  list: {
    ...here,
    method: 'POST',
    path: '/connection/list',
    summary: 'Lists programs that use API keys or receive webhooks',
    body: ConnectionPage,
    data: pageOf(Connection),
    reads: true,
    list: { screen: '/connections', exportAs: without('It shows the current state of other programs') },
  },
  view: {
    ...here,
    method: 'GET',
    path: '/connection/view/{id}',
    summary: 'Shows a connection with its refused rows, lost values and precedence',
    data: ConnectionView,
    reads: true,
  },
  edit: {
    ...here,
    method: 'PUT',
    path: '/connection/edit/{id}',
    summary: 'Changes which values win, and when users are notified of silence',
    body: ConnectionEdit,
    data: ConnectionView,
    message: 'Connection saved',
    problems: ['version-stale'],
    changes: ['connections', 'notifications'],
  },
  updateStatus: {
    ...here,
    method: 'PUT',
    path: '/connection/update-status/{id}',
    when: 'if it turns a webhook on',
    summary: 'Rejects or allows the calls of its keys; pauses or resumes a webhook',
    body: StatusBody,
    data: ConnectionView,
    message: 'Connection saved',
    problems: ['reauth-required'],
    changes: ['connections', 'webhooks', 'notifications'],
  },
  rerun: {
    ...here,
    method: 'POST',
    path: '/connection/rerun/{id}',
    summary: 'Sends refused rows again, with the rights of the newest key of the connection',
    body: z.strictObject({
      /** All refused rows if omitted. */
      rowIds: z.array(Id).min(1).max(1000).optional(),
    }),
    data: z.object({ results: z.array(RerunResult), accepted: z.int(), refused: z.int() }),
    message: 'Rows sent again',
    outside: true,
    problems: ['connections.no-key'],
    changes: ['connections', 'products', 'subProducts', 'locations', 'inventory', 'customers'],
  },
});
