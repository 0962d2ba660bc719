import { fieldErrors } from '@aisle/contract/core/envelope';
import { type Page, totalOf } from '@aisle/contract/core/page';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { otherPermissions, type Route, rowIdOf } from '@aisle/contract/core/route';
import type { Permission } from '@aisle/contract/permissions';
import {
  type BulkAction,
  type BulkActionInput,
  type BulkActionRow,
  type BulkActionRowPage,
  type BulkActionRun,
  changedAtOnce,
  maxBulkRecords,
} from '@aisle/contract/system/bulk-actions';
import { isUnfinished } from '@aisle/contract/system/jobs';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { canCall } from '../../core/http/access.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { changeAtOnce, resumeBulk, startBulk, undoChange } from '../bulk/bulk.ts';
import {
  type BulkActionRequest,
  type BulkActionSources,
  bulkActionChanges,
  mustFindAction,
  readPage,
  readRecords,
} from './bulk-action-work.ts';
import { findReasons, findRecordIds, findRun, listRows } from './bulk-actions.queries.ts';

/** Changes up to a page of selected records at once, more in a job. */
export async function runAction(
  context: Context,
  sources: BulkActionSources,
  { name, ...input }: BulkActionInput & { name: string },
): Promise<BulkActionRun> {
  const { tx, actor } = context;
  const action = mustFindAction(sources, name);
  canCall(action.list, actor);
  canCall(action.route, actor);
  const request = readRequest(action, input);
  const total = await countRecords(context, sources, action, request);
  if (total === 0) throw problem('bulk.nothing');
  if (total !== null && total > maxBulkRecords) {
    throw problem('bulk.too-many', { most: formatCount(maxBulkRecords) });
  }
  const change = {
    title: `${action.label} ${total === null ? action.many : pluralize(total, action.one, action.many)}`,
    permission: heldPermission(action.route, actor),
    request,
  };
  const changes = bulkActionChanges(sources);
  const isShort = request.ids !== undefined && request.ids.length <= changedAtOnce;
  const id = isShort
    ? await changeAtOnce(context, changes, change)
    : await startBulk(tx, actor, changes, change);
  return getRun(context, sources, id);
}

/** The choices, and the records: by their IDs, or by a request that is valid for their list. */
function readRequest(
  { name, list, target, input: choices }: BulkAction,
  { target: { ids, ...body }, input }: BulkActionInput,
): BulkActionRequest {
  const chosen = z.safeParse(choices, input);
  if (!chosen.success) throw invalid(chosen.error, 'input');
  const parsed = z.safeParse((target ?? list).body!, body);
  if (!parsed.success) throw invalid(parsed.error, 'target');
  const wrong = ids?.findIndex((id) => !rowIdOf(list)?.safeParse(id).success) ?? -1;
  if (wrong >= 0) throw wrongField(`target.ids.${wrong}`, 'Not a valid id');
  return { name, ids, body: parsed.data as object, input: chosen.data };
}

function invalid(error: Parameters<typeof fieldErrors>[0], part: string) {
  const fields = fieldErrors(error).map((field) => ({ ...field, path: `${part}.${field.path}` }));
  return problem('validation-failed', {}, { fields });
}

/** Null if the list only estimates its length. */
async function countRecords(
  context: Context,
  sources: BulkActionSources,
  { list, target }: BulkAction,
  { ids, body }: BulkActionRequest,
): Promise<number | null> {
  if (ids) return ids.length;
  const page = await readPage(context, sources, target ?? list, { ...body, limit: 1, cursor: undefined });
  if (page.records.length === 0) return 0;
  return page.totalIsEstimate || page.totalIsMinimum ? null : totalOf(page);
}

/** The permission by which the actor can call the route, for the job. */
function heldPermission(route: Route, { permissions }: Actor): Permission {
  const held = otherPermissions(route).find((other) => permissions.has(other));
  const own = route.permission as Permission;
  return held && !permissions.has(own) ? held : own;
}

/** The run with its action, for users who can take that action. */
async function findVisible({ tx, actor }: Context, sources: BulkActionSources, id: string) {
  const run = await findRun(tx, id);
  const action = mustFindAction(sources, run.about);
  // Results can be read in every session that could have taken the action.
  canCall({ ...action.route, reads: true }, actor);
  return { run, action };
}

export async function getRun(
  context: Context,
  sources: BulkActionSources,
  id: string,
): Promise<BulkActionRun> {
  const { run, action } = await findVisible(context, sources, id);
  const { about: name, rowCount: total, ...rest } = run;
  return {
    ...rest,
    name,
    of: action.many,
    total,
    reasons: await findReasons(context.tx, id),
    canUndo: action.undo !== undefined && run.counts.changed > 0 && !isUnfinished(run.jobStatus),
  };
}

/** Names are those that the user sees in the list; the results store only names of deleted records. */
export async function listRunRows(
  context: Context,
  sources: BulkActionSources,
  request: BulkActionRowPage,
): Promise<Page<BulkActionRow>> {
  const { bulkActionId: id } = request.filters;
  if (!id) throw wrongField('filters.bulkActionId', 'Choose a bulk action');
  const { action } = await findVisible(context, sources, id);
  const { search } = request;
  const found = search ? await searchRecords(context, sources, action, { id, search }) : undefined;
  const page = await listRows(context.tx, id, request, found);
  const ids = page.records.map(({ recordId }) => recordId);
  const records = await readRecords(context, sources, action.list, ids);
  return {
    ...page,
    records: page.records.map(({ storedName, ...row }) => {
      const record = records.get(row.recordId);
      return { ...row, name: record ? action.nameOf(record as never) : storedName };
    }),
  };
}

/** The records of a run that its list finds by these words. */
async function searchRecords(
  context: Context,
  sources: BulkActionSources,
  { list }: BulkAction,
  { id, search }: { id: string; search: string },
): Promise<string[]> {
  const ids = await findRecordIds(context.tx, id);
  if (ids.length === 0) return [];
  const { records } = await readPage(context, sources, list, { limit: ids.length, filters: {}, search, ids });
  return records.map(({ _id }) => _id);
}

export async function undoRun(
  context: Context,
  sources: BulkActionSources,
  id: string,
): Promise<BulkActionRun> {
  const { action } = await findVisible(context, sources, id);
  if (!action.undo) throw problem('bulk.nothing-to-undo');
  canCall(action.undo.route, context.actor);
  await undoChange(context, bulkActionChanges(sources), id, changedAtOnce);
  return getRun(context, sources, id);
}

export async function resumeRun(
  context: Context,
  sources: BulkActionSources,
  id: string,
): Promise<BulkActionRun> {
  const { action } = await findVisible(context, sources, id);
  canCall(action.route, context.actor);
  await resumeBulk(context.tx, context.actor, bulkActionChanges(sources), id);
  return getRun(context, sources, id);
}
