import type { Page } from '@aisle/contract/core/page';
import {
  type ImportMapping,
  type ImportOptions,
  missingImportFields,
  productImportFields,
} from '@aisle/contract/import-fields';
import type { Import, ImportCounts, ImportRow, ImportRowPage } from '@aisle/contract/imports';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import { startJob } from '../jobs/jobs.service.ts';
import { keepMemory } from './import-memories.queries.ts';
import { countsOf, listRows } from './import-rows.queries.ts';
import { begin, beginCheck, getImport, lockImport } from './imports.queries.ts';
import { headingOf } from './suggest-mapping.ts';

/** Begins to look at every row; nothing of the catalogue is changed. */
export async function startCheck(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  mapping: ImportMapping,
  given?: ImportOptions,
): Promise<Import> {
  const found = await lockImport(tx, id);
  if (found.isBusy) throw problem('imports.busy');
  if (found.status === 'imported' || found.taken_to > 0) throw problem('imports.done');
  const options = given ?? (found.options as ImportOptions);
  mustFit(mapping, options, found.columns);
  const jobId = await startJob(tx, actor, {
    kind: 'importCheck',
    title: `Checking ${found.file_name}`,
    permission: 'product_add',
    input: { importId: id },
  });
  const memoryId =
    actor.userId &&
    (await keepMemory(tx, {
      id: newId(),
      userId: actor.userId,
      name: found.file_name.replace(/\.\w{1,5}$/, '').slice(0, 100) || 'Products',
      heading: headingOf(found.columns),
      columns: found.columns,
      mapping,
      options,
    }));
  await beginCheck(tx, id, jobId, mapping, options, memoryId);
  return getImport(tx, storage, id);
}

function mustFit(mapping: ImportMapping, options: ImportOptions, columns: readonly string[]): void {
  const missing = missingImportFields(mapping, options);
  const unknown = Object.entries(mapping).filter(([, column]) => !columns.includes(column));
  const fields = [
    ...missing.map((field) => ({
      path: `mapping.${field}`,
      message: `Say which column holds the ${productImportFields[field].label.toLowerCase()}`,
    })),
    ...unknown.map(([field, column]) => ({
      path: `mapping.${field}`,
      message: `The file has no column '${column}'`,
    })),
  ];
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
}

/** Begins to take the good rows, or goes on where that was broken off. */
export async function startImport(tx: Tx, actor: Actor, storage: Storage, id: string): Promise<Import> {
  const found = await lockImport(tx, id);
  if (found.isBusy) throw problem('imports.busy');
  if (['imported', 'undoing', 'undone'].includes(found.status)) throw problem('imports.done');
  if (found.status !== 'checked' && found.status !== 'importing') throw problem('imports.not-checked');
  const jobId = await startJob(tx, actor, {
    kind: 'importRun',
    title: `Importing ${found.file_name}`,
    permission: 'product_add',
    input: { importId: id },
  });
  await begin(tx, id, 'importing', jobId);
  await audit(tx, actor, {
    action: 'run',
    resource: 'imports',
    recordId: id,
    after: { file: found.file_name },
  });
  return getImport(tx, storage, id);
}

/** Begins to take an import back, or goes on where that was broken off. One that stopped half-way can be too. */
export async function startUndo(tx: Tx, actor: Actor, storage: Storage, id: string): Promise<Import> {
  const found = await lockImport(tx, id);
  const counts = found.counts as ImportCounts | null;
  if ((counts?.new ?? 0) > 0 && !actor.permissions.has('product_delete')) {
    throw problem('permission-missing', { permission: 'product_delete' });
  }
  if (found.isBusy) throw problem('imports.busy');
  if (found.status === 'undone') throw problem('imports.undone');
  if (found.taken_to === 0) throw problem('imports.not-imported');
  const jobId = await startJob(tx, actor, {
    kind: 'importUndo',
    title: `Undoing ${found.file_name}`,
    permission: 'product_edit',
    input: { importId: id },
  });
  await begin(tx, id, 'undoing', jobId);
  await audit(tx, actor, {
    action: 'undo',
    resource: 'imports',
    recordId: id,
    after: { file: found.file_name },
  });
  return getImport(tx, storage, id);
}

/** A page of the rows of an import. How many there are of a kind, its check has counted. */
export async function pageOfRows(tx: Tx, request: ImportRowPage): Promise<Page<ImportRow>> {
  const page = await listRows(tx, request);
  const { importId, kind, undo } = request.filters;
  if (!page.totalIsEstimate || importId === undefined || undo !== undefined || request.search) return page;
  const counts = await countsOf(tx, importId);
  const total = counts?.[kind === undefined ? 'rows' : kind === 'error' ? 'errors' : kind];
  return total === undefined ? page : { ...page, totalRecords: total, totalIsEstimate: false };
}
