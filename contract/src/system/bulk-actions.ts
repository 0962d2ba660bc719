import { z } from 'zod';
import { Id, Instant, type StatusBody } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import {
  type AnySchema,
  type BodyInputOf,
  type ParamsOf,
  partOfRecord,
  type Route,
  routes,
  without,
} from '../core/route.ts';
import { SelectedIds } from './exports.ts';
import { JobStatus } from './jobs.ts';

export const bulkOutcomes = ['waiting', 'changed', 'same', 'refused', 'undone', 'kept'] as const;
export const BulkOutcome = z.enum(bulkOutcomes);
export type BulkOutcome = z.infer<typeof BulkOutcome>;
const bulkStates = ['changing', 'changed', 'undoing', 'undone'] as const;
export const BulkState = z.enum(bulkStates);
export type BulkState = z.infer<typeof BulkState>;

/** Up to a page of selected records is changed within the request, more records in a job. */
export const changedAtOnce = 25;
/** The maximum number of records of one action. */
export const maxBulkRecords = 10_000;

interface RequestOf<R extends Route> {
  params: ParamsOf<R>;
  body?: BodyInputOf<R>;
}

/** An action on one record that the records of a list can take in bulk, by the same route as by hand. */
interface Declared<Row, R extends Route, Input, Undo extends Route> {
  /** The name in the URL. */
  name: string;
  /** Reads the records by ID. */
  list: Route & { data: z.core.$ZodType<{ records: Row[] }> };
  /** The list whose filters select the records, if it isn't the same. */
  target?: Route;
  /** The route that changes one record. */
  route: R;
  /** The choices of the user, such as an assignee, which apply to all records. */
  input: z.core.$ZodType<Input>;
  /** "Block", "blocked", and the records: "customer", "customers". */
  label: string;
  done: string;
  one: string;
  many: string;
  nameOf(record: Row): string;
  /** Whether a record already is as the action would leave it. */
  isDone(record: Row, input: Input): boolean;
  /** Why a record can't be changed, if the list tells. */
  refusal?(record: Row, input: Input): string | undefined;
  request(record: Row, input: Input): RequestOf<R>;
  /** Restores a record that is still as the action left it. */
  undo?: { route: Undo; request(record: Row, input: Input): RequestOf<Undo> };
  /** Why the list lacks a selected record, unless it was deleted. */
  missing?: string;
  /** The records are gone afterwards, so the results store their names. */
  deletes?: true;
}
/** An action of any list: its input, and in code for all lists its records, have types that only the action knows. */
export interface BulkAction<Row = never>
  extends Omit<Declared<Row, Route, never, Route>, 'list' | 'input' | 'request' | 'undo'> {
  list: Route;
  input: AnySchema;
  request(record: Row, input: never): { params: object; body?: unknown };
  undo?: { route: Route; request(record: Row, input: never): { params: object; body?: unknown } };
}

/** For actions without a choice. */
export const noInput = z.strictObject({});

export const bulkAction = <Row, R extends Route, Input, Undo extends Route = R>(
  declared: Declared<Row, R, Input, Undo>,
): Declared<Row, R, Input, Undo> => declared;

interface Switched<Row>
  extends Pick<Declared<Row, Route, object, Route>, 'list' | 'one' | 'many' | 'nameOf'> {
  route: Route & { path: `${string}/{id}`; body: typeof StatusBody };
}
/** Activates or deactivates the records of a list. */
export function switchActions<Row extends { _id: string; status: boolean }>({ route, ...of }: Switched<Row>) {
  const toStatus = (label: string, done: string, status: boolean) =>
    bulkAction({
      ...of,
      name: `${label.toLowerCase()}-${of.many}`,
      route,
      input: noInput,
      label,
      done,
      isDone: (record: Row) => record.status === status,
      request: ({ _id }: Row) => ({ params: { id: _id }, body: { status } }),
      undo: { route, request: ({ _id }: Row) => ({ params: { id: _id }, body: { status: !status } }) },
    });
  return {
    activate: toStatus('Activate', 'activated', true),
    deactivate: toStatus('Deactivate', 'deactivated', false),
  };
}

interface Deleted<Row>
  extends Pick<Declared<Row, Route, object, Route>, 'list' | 'one' | 'many' | 'nameOf' | 'refusal'> {
  route: Route & { path: `${string}/{id}` };
  restore: Route & { path: `${string}/{id}` };
}
/** Deletes the unused records of a list. They can be restored for half a minute. */
export const deleteAction = <Row extends { _id: string }>({ route, restore, ...of }: Deleted<Row>) =>
  bulkAction({
    ...of,
    name: `delete-${of.many}`,
    route,
    input: noInput,
    label: 'Delete',
    done: 'deleted',
    isDone: () => false,
    request: ({ _id }: Row) => ({ params: { id: _id } }),
    undo: { route: restore, request: ({ _id }: Row) => ({ params: { id: _id } }) },
    deletes: true,
  });

export const BulkActionInput = z.strictObject({
  /** The IDs of the selected records, or the search and filters of the list, which its own schema checks. */
  target: z.object({ ids: SelectedIds.optional() }).catchall(z.unknown()),
  /** The choices of the action, which its own schema checks. */
  input: z.object({}).catchall(z.unknown()).default({}),
});
export type BulkActionInput = z.infer<typeof BulkActionInput>;

export const BulkActionRun = z.object({
  _id: Id,
  /** The name of the action, such as `block-customers`. */
  name: z.string(),
  /** The kind of the records, in the plural: "customers". */
  of: z.string(),
  title: z.string(),
  state: BulkState,
  /** The current or last job; null if the records were changed at once. */
  jobId: Id.nullable(),
  jobStatus: JobStatus.nullable(),
  /** The number of records; null until they are counted. */
  total: z.int().nullable(),
  counts: z.object({
    waiting: z.int(),
    changed: z.int(),
    same: z.int(),
    refused: z.int(),
    undone: z.int(),
    kept: z.int(),
  }),
  /** Why records weren't changed or restored: the most frequent reasons. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  canUndo: z.boolean(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
});
export type BulkActionRun = z.infer<typeof BulkActionRun>;

export const BulkActionRow = z.object({
  /** The ID of the row. */
  _id: z.string(),
  recordId: Id,
  /** Null if the record no longer exists. */
  name: z.string().nullable(),
  outcome: BulkOutcome,
  reason: z.string().nullable(),
});
export type BulkActionRow = z.infer<typeof BulkActionRow>;
export const BulkActionRowPage = pageRequest(['position'], { bulkActionId: Id, outcome: BulkOutcome });
export type BulkActionRowPage = z.infer<typeof BulkActionRowPage>;

const changes = ['bulkActions', 'jobs'] as const;

/** Each action requires the permissions of its list and of its route for one record. */
export const bulkActionRoutes = routes('bulkActions', {
  /** `name` is the name of the action. */
  run: {
    method: 'POST',
    path: '/bulk-action/{name}',
    permission: 'signedIn',
    confirms: 'money',
    when: 'if the route of the action asks',
    summary: 'Changes selected records of a list, or all that match its filters, like one record by hand',
    body: BulkActionInput,
    data: BulkActionRun,
    onceByKey: true,
    problems: ['bulk.nothing', 'bulk.too-many', 'reauth-required'],
    changes,
  },
  get: {
    method: 'GET',
    path: '/bulk-action/{id}',
    permission: 'signedIn',
    summary: 'Shows a bulk action, its progress and its results',
    data: BulkActionRun,
    reads: true,
  },
  rows: {
    method: 'POST',
    path: '/bulk-action/rows',
    permission: 'signedIn',
    summary: 'Lists the result for each record of a bulk action, chosen with `filters.bulkActionId`',
    body: BulkActionRowPage,
    data: pageOf(BulkActionRow),
    reads: true,
    list: {
      screen: partOfRecord,
      exportAs: without('The list of its records has an export'),
      liveTopic: 'bulkActions',
    },
  },
  undo: {
    method: 'POST',
    path: '/bulk-action/{id}/undo',
    permission: 'signedIn',
    summary: 'Restores the changed records, except for those changed since',
    body: z.strictObject({}).optional(),
    data: BulkActionRun,
    message: 'Undoing',
    onceByKey: true,
    problems: ['bulk.busy', 'bulk.nothing-to-undo'],
    changes,
  },
  resume: {
    method: 'POST',
    path: '/bulk-action/{id}/resume',
    permission: 'signedIn',
    summary: 'Resumes an interrupted bulk action in a job',
    body: z.strictObject({}).optional(),
    data: BulkActionRun,
    message: 'Resuming',
    onceByKey: true,
    problems: ['bulk.busy', 'bulk.over'],
    changes,
  },
});
