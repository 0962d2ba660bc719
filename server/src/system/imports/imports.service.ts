import type { Page } from '@aisle/contract/core/page';
import {
  type ImportMapping,
  type ImportOptions,
  missingImportFields,
} from '@aisle/contract/system/imports/import-fields';
import { importAccess } from '@aisle/contract/system/imports/import-kinds';
import type { ImportRow, ImportRowPage } from '@aisle/contract/system/imports/import-rows';
import type { Import, ImportCounts } from '@aisle/contract/system/imports/imports';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { problem } from '../../core/problem.ts';
import { startJob } from '../jobs/jobs.service.ts';
import { getImport } from './get-import.service.ts';
import { assertMayImport, kindsOf } from './import-access.ts';
import { findMemory, saveMemory } from './import-memories.queries.ts';
import { countsOf, listRows } from './import-rows.queries.ts';
import type { ImportedResource, ImportedResources } from './imported-resource.ts';
import {
  begin,
  beginCheck,
  deleteImport,
  getPlan,
  type LockedImport,
  lockImport,
} from './imports.queries.ts';
import { headingOf, toRemember } from './reading/suggest-mapping.ts';

interface Reading {
  mapping: ImportMapping;
  options: ImportOptions;
}

/** Starts the job that compares every row without changing records. */
export async function startCheck(
  context: Context,
  resources: ImportedResources,
  id: string,
  body: { mapping: ImportMapping; options?: ImportOptions | undefined },
): Promise<Import> {
  const { tx, actor } = context;
  const found = await lockImport(tx, actor, id);
  if (found.isBusy) throw problem('imports.busy');
  if (found.status === 'imported' || found.taken_to > 0) throw problem('imports.done');
  const resource = resources[found.kind];
  const reading = { mapping: body.mapping, options: body.options ?? (found.options as ImportOptions) };
  assertMapped(resource, reading, found.columns);
  const jobId = await startJob(tx, actor, {
    kind: 'importCheck',
    title: `Checking ${found.file_name}`,
    permission: importAccess[found.kind].import,
    input: { importId: id },
  });
  const memoryId = await rememberReading(context, resource, found, reading);
  await beginCheck(tx, id, { jobId, memoryId, ...reading });
  return getImport(context, resources, id);
}

/** Remembers the mapping for the user's next file with the same columns; not for API keys. */
async function rememberReading(
  { tx, actor }: Context,
  { title }: ImportedResource,
  found: LockedImport,
  reading: Reading,
): Promise<string | null> {
  if (!actor.userId) return null;
  // The next file can be for another location and have pictures, and its values decide the other options again.
  const {
    locationId: _,
    missingPictures: __,
    emptyIfWrong: ________,
    decimals: ___,
    category: ____,
    categorySeparator: _____,
    unpriced: ______,
    otherCurrency: _______,
    ...options
  } = reading.options;
  const heading = headingOf(found.columns);
  const before = await findMemory(tx, actor.userId, found.kind, heading);
  return saveMemory(tx, {
    id: newId(),
    kind: found.kind,
    userId: actor.userId,
    name: found.file_name.replace(/\.\w{1,5}$/, '').slice(0, 100) || title,
    heading,
    columns: found.columns,
    ...toRemember(before, found.mapping, reading.mapping),
    options,
  });
}

/** Requires a column for every required field, and every mapped column in the file. */
function assertMapped(
  resource: ImportedResource,
  { mapping, options }: Reading,
  columns: readonly string[],
): void {
  const { table } = resource;
  const missing = missingImportFields(table, mapping, options);
  const strange = Object.keys(mapping).filter((field) => !Object.hasOwn(table.fields, field));
  const unknown = Object.entries(mapping).filter(([, column]) => !columns.includes(column));
  const fields = [
    ...missing.map((field) => ({
      path: `mapping.${field}`,
      message: `Choose the column for ${table.fields[field]!.label.toLowerCase()}`,
    })),
    ...strange.map((field) => ({ path: `mapping.${field}`, message: "Isn't a field of this kind" })),
    ...unknown.map(([field, column]) => ({
      path: `mapping.${field}`,
      message: `The file has no column '${column}'`,
    })),
  ];
  if (options.matchBy !== undefined && !table.keys.includes(options.matchBy)) {
    fields.push({ path: 'options.matchBy', message: "Rows of this kind can't be found by this" });
  }
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
}

/** Starts the job that writes the valid rows, or resumes an interrupted one. */
export async function startImport(
  context: Context,
  resources: ImportedResources,
  id: string,
): Promise<Import> {
  const { tx, actor } = context;
  const found = await lockImport(tx, actor, id);
  if (found.isBusy) throw problem('imports.busy');
  if (['imported', 'undoing', 'undone'].includes(found.status)) throw problem('imports.done');
  if (found.status !== 'checked' && found.status !== 'importing') throw problem('imports.not-checked');
  const jobId = await startJob(tx, actor, {
    kind: 'importRun',
    title: `Importing ${found.file_name}`,
    permission: importAccess[found.kind].import,
    input: { importId: id },
  });
  await begin(tx, id, 'importing', jobId);
  await recordChange(tx, actor, {
    action: 'run',
    resource: 'imports',
    recordId: id,
    after: { file: found.file_name },
  });
  return getImport(context, resources, id);
}

/** Starts the job that undoes an import, even an interrupted one, or resumes an interrupted undo. */
export async function startUndo(context: Context, resources: ImportedResources, id: string): Promise<Import> {
  const { tx, actor } = context;
  const found = await lockImport(tx, actor, id, 'undo');
  const counts = found.counts as ImportCounts | null;
  if ((counts?.new ?? 0) > 0) assertMayImport(actor, found.kind, 'undoNew');
  if (found.isBusy) throw problem('imports.busy');
  if (found.status === 'undone') throw problem('imports.undone');
  if (found.taken_to === 0) throw problem('imports.not-imported');
  const jobId = await startJob(tx, actor, {
    kind: 'importUndo',
    title: `Undoing ${found.file_name}`,
    permission: importAccess[found.kind].undo,
    input: { importId: id },
  });
  await begin(tx, id, 'undoing', jobId);
  await recordChange(tx, actor, {
    action: 'undo',
    resource: 'imports',
    recordId: id,
    after: { file: found.file_name },
  });
  return getImport(context, resources, id);
}

/** Returns a page of an import's rows. The totals by kind come from the check, which counted them. */
export async function pageOfRows(tx: Tx, actor: Actor, request: ImportRowPage): Promise<Page<ImportRow>> {
  const page = await listRows(tx, kindsOf(actor), request);
  const { importId, kind, undo } = request.filters;
  if (!page.totalIsEstimate || importId === undefined || undo !== undefined || request.search) return page;
  const counts = await countsOf(tx, importId);
  const total = counts?.[kind === undefined ? 'rows' : kind === 'error' ? 'errors' : kind];
  if (total === undefined) return page;
  const { totalIsMinimum: _, ...exact } = page;
  return { ...exact, totalRecords: total, totalIsEstimate: false };
}

/** Deletes an import that has written nothing. */
export async function discardImport(context: Context, id: string): Promise<{ _id: string }> {
  const { tx, actor, services } = context;
  const found = await lockImport(tx, actor, id);
  if (found.isBusy) throw problem('imports.busy');
  if (found.taken_to > 0) throw problem('imports.done');
  const keys = await deleteImport(tx, id);
  afterCommit(tx, () => Promise.allSettled(keys.map((key) => services.storage.remove(key))));
  const before = { file: found.file_name };
  await recordChange(tx, actor, { action: 'discard', resource: 'imports', recordId: id, before });
  return { _id: id };
}

/** Returns stored values that can replace a value of the file. */
export async function valuesFor(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  resources: ImportedResources,
  id: string,
  { field, search = '' }: { field: string; search?: string | undefined },
): Promise<string[]> {
  const { kind } = await getPlan(tx, id);
  assertMayImport(actor, kind);
  return (await resources[kind].valuesOf?.(tx, field, search)) ?? [];
}
