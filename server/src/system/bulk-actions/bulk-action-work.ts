import type { AnyPage } from '@aisle/contract/core/page';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { Route } from '@aisle/contract/core/route';
import { type BulkAction, maxBulkRecords } from '@aisle/contract/system/bulk-actions';
import type { Context } from '../../core/context.ts';
import { attempt } from '../../core/db/attempt.ts';
import { canCall } from '../../core/http/access.ts';
import { callHandler, callList } from '../../core/http/call-list.ts';
import { type Handler, readList } from '../../core/http/serve.ts';
import { announce } from '../../core/live-events.ts';
import { notFound, Problem, problem } from '../../core/problem.ts';
import type { BulkRow, RowResult } from '../bulk/bulk.queries.ts';
import type { UndoableKind } from '../bulk/bulk.ts';
import { kind, writeRecords } from './bulk-actions.queries.ts';

/** Passed in by the app, because bulk actions know no resources. */
export interface BulkActionSources {
  actions: readonly BulkAction[];
  findHandler(route: Route): Handler<Route>;
}

export interface BulkActionRequest {
  name: string;
  ids?: readonly string[] | undefined;
  /** The request of the list whose records are changed, unless there are IDs. */
  body: object;
  input: unknown;
}

/** What the engine reads of a record; the action knows the rest. */
interface ListedRecord {
  _id: string;
}
type Outcome = Omit<RowResult, 'position'>;

export function mustFindAction({ actions }: BulkActionSources, name: string): BulkAction {
  const found = actions.find((action) => action.name === name);
  if (!found) throw notFound('This action');
  return found;
}

/** Changes records one by one through the handler of the action's route, each completely or not at all. */
export const bulkActionChanges = (sources: BulkActionSources): UndoableKind<BulkActionRequest> => ({
  kind,
  jobs: { change: 'bulkAction', undo: 'bulkActionUndo' },
  // Small batches, because each record takes several statements while it stays locked.
  batchSize: 10,
  write: async (context, id, request) => {
    const { target, list } = mustFindAction(sources, request.name);
    const ids = request.ids ?? (await readIds(context, sources, target ?? list, request.body));
    return writeRecords(context.tx, id, [...new Set(ids)]);
  },
  change: (context, { name, input }, rows) => {
    const action = mustFindAction(sources, name);
    return eachRow({ ...context, sources, action }, rows, (record, _, around) =>
      record ? changeOne(around, record, input) : refused(action.missing ?? 'No longer exists'),
    );
  },
  undo: (context, { name, input }, rows) => {
    const action = mustFindAction(sources, name);
    return eachRow({ ...context, sources, action }, rows, (record, { before }, around) =>
      undoOne(around, record, { input, request: before?.undo }),
    );
  },
  announce: async (tx, { name }) => {
    const { permission } = mustFindAction(sources, name).route;
    if (permission === 'public' || permission === 'signedIn') return;
    await announce(tx, { topic: 'bulkActions', action: 'changed-in-bulk', permission });
  },
});

const refused = (reason: string): Outcome => ({ outcome: 'refused', reason });

interface ActionContext extends Context {
  sources: BulkActionSources;
  action: BulkAction;
}
async function eachRow(
  context: ActionContext,
  rows: readonly BulkRow[],
  work: (
    record: ListedRecord | undefined,
    row: BulkRow,
    context: ActionContext,
  ) => Promise<Outcome> | Outcome,
): Promise<RowResult[]> {
  const { sources, action, actor } = context;
  canCall(action.route, actor);
  const ids = rows.map(({ recordId }) => recordId);
  const records = await readRecords(context, sources, action.list, ids);
  const results: RowResult[] = [];
  for (const row of rows) {
    results.push({ position: row.position, ...(await work(records.get(row.recordId), row, context)) });
  }
  return results;
}

async function changeOne(context: ActionContext, record: ListedRecord, input: unknown): Promise<Outcome> {
  const { action } = context;
  // The record and the input have the types of the action's list and schema, which are known only for a fixed action.
  const given = [record as never, input as never] as const;
  if (action.isDone(...given)) return { outcome: 'same', reason: null };
  const reason = action.refusal?.(...given);
  if (reason) return refused(reason);
  const undo = action.undo?.request(...given);
  const problem = await callRoute(context, action.route, action.request(...given));
  if (problem) return refused(problem);
  return {
    outcome: 'changed',
    reason: null,
    before: { ...(undo && { undo }), ...(action.deletes && { name: action.nameOf(given[0]) }) },
  };
}

async function undoOne(
  context: ActionContext,
  record: ListedRecord | undefined,
  { input, request }: { input: unknown; request: unknown },
): Promise<Outcome> {
  const { undo, deletes, isDone } = context.action;
  if (!undo) return { outcome: 'kept', reason: "Can't be undone" };
  if (!deletes) {
    if (!record) return { outcome: 'kept', reason: 'No longer exists' };
    if (!isDone(record as never, input as never)) return { outcome: 'kept', reason: 'Changed since' };
  }
  const problem = await callRoute(context, undo.route, request as RouteRequest);
  return problem ? { outcome: 'kept', reason: problem } : { outcome: 'undone', reason: null };
}

type RouteRequest = ReturnType<BulkAction['request']>;
/** Returns the reason if the route rejects the request. */
async function callRoute(
  context: ActionContext,
  route: Route,
  { params, body }: RouteRequest,
): Promise<string | null> {
  const { findHandler } = context.sources;
  const request = { params, body: body as object | undefined };
  const done = await attempt(context.tx, async () => {
    const result = await readList(callHandler(findHandler(route), context, request));
    if (result instanceof Problem) throw result;
  });
  if (!(done instanceof Problem)) return null;
  // Users confirm their password and repeat the request. A job can't ask for it.
  if (done.code === 'reauth-required' && context.actor.sessionId) throw done;
  return done.fields?.[0]?.message ?? done.message;
}

/** The page of a list, as this user sees it. */
export async function readPage(
  context: Context,
  { findHandler }: BulkActionSources,
  list: Route,
  body: object,
): Promise<AnyPage<ListedRecord>> {
  const page = await readList(callList(findHandler(list), context, body));
  if (page instanceof Problem) throw page;
  return page as AnyPage<ListedRecord>;
}

const pageSize = 1000;
/** The records of a list with these IDs that the user can see, by ID. */
export async function readRecords(
  context: Context,
  sources: BulkActionSources,
  list: Route,
  ids: readonly string[],
): Promise<Map<string, ListedRecord>> {
  const body = { limit: pageSize, filters: {}, ids };
  const { records } = await readPage(context, sources, list, body);
  return new Map(records.map((record) => [record._id, record]));
}

/** The IDs of all records that match the search and filters of a list. */
export async function readIds(
  context: Context,
  sources: BulkActionSources,
  list: Route,
  body: object,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(context, sources, list, { ...body, limit: pageSize, cursor });
    ids.push(...page.records.map(({ _id }) => _id));
    if (ids.length > maxBulkRecords) throw problem('bulk.too-many', { most: formatCount(maxBulkRecords) });
    if (!page.nextCursor) return ids;
    cursor = page.nextCursor;
  }
}
