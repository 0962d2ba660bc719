import type { ImportTable } from '@aisle/contract/system/imports/import-fields';
import { importAccess } from '@aisle/contract/system/imports/import-kinds';
import { type DecimalStyle, decimalsOf, numberColumns } from '@aisle/contract/system/imports/import-numbers';
import type { ImportExtra } from '@aisle/contract/system/imports/import-rows';
import type { ImportCounts } from '@aisle/contract/system/imports/imports';
import type { Tx } from '../../core/db/db.ts';
import { withSavepoint } from '../../core/db/savepoint.ts';
import { announce } from '../../core/live-events.ts';
import type { JobRun, JobWork } from '../jobs/job-run.ts';
import { writeErrorFile } from './files/error-file.ts';
import { batchesOf, batchSize, checkedAtOnce, isRowFault } from './import-batches.ts';
import { clearRows, saveRows } from './import-rows.queries.ts';
import type {
  Comparing,
  ImportedResource,
  ImportedResources,
  ReadRow,
  RowResult,
} from './imported-resource.ts';
import {
  addFindings,
  advance,
  commitLater,
  getPlan,
  type ImportPlan,
  saveFindings,
} from './imports.queries.ts';
import { ProblemGroups } from './problem-groups.ts';
import { withSectionColumn } from './reading/section-categories.ts';
import { rejectedRow } from './rejected-row.ts';

const noCounts: ImportCounts = { rows: 0, new: 0, changed: 0, same: 0, errors: 0 };

/** A running import: its file, its mapping, and the records that it is compared with. */
interface Work {
  run: JobRun;
  plan: ImportPlan;
  resource: ImportedResource;
  /** The file that a thread runs to read the rows. */
  reading: URL;
}
async function workOf(run: JobRun, resources: ImportedResources, reading: URL): Promise<Work> {
  const { importId } = run.input as { importId: string };
  const plan = await run.inTransaction((tx) => getPlan(tx, importId));
  const resource = resources[plan.kind];
  const decimals = decimalsByColumn(plan, resource.table);
  return { run, plan: { ...withSectionColumn(plan, resource.table), decimals }, resource, reading };
}

function decimalsByColumn(plan: ImportPlan, { fields }: ImportTable): Record<string, DecimalStyle> {
  const styles = numberColumns(fields, plan.mapping).map(
    (column) => [column, decimalsOf(column, { ...plan, fields })] as const,
  );
  return Object.fromEntries(
    styles.filter((entry): entry is [string, DecimalStyle] => entry[1] !== undefined),
  );
}

/** Compares every row, and writes only the results. */
export const checkImport =
  (resources: ImportedResources, reading: URL): JobWork =>
  async (run) => {
    const work = await workOf(run, resources, reading);
    const { plan, resource } = work;
    await run.inTransaction((tx) => clearRows(tx, plan.id));
    const counts = { ...noCounts };
    const comparing = resource.startComparing(plan, run.actor);
    const groups = new ProblemGroups(plan.mapping);
    const leftOut = await checkRows(work, comparing, (results) => {
      count(counts, results);
      groups.add(results);
      return counts.rows;
    });
    const extras = (await run.inTransaction(async (tx) => comparing.extras?.(tx))) ?? [];
    await run.inTransaction((tx) => saveFindings(tx, plan.id, groups.list(), [...extras, ...leftOut]));
    return finish(work, counts, 'checked');
  };

/** Compares the next batch while one is being saved. Returns the rows without a record. */
async function checkRows(
  work: Work,
  comparing: Comparing<RowResult>,
  add: (results: readonly RowResult[]) => number,
): Promise<ImportExtra[]> {
  const { run, plan, reading } = work;
  const batches = batchesOf(run, { plan, size: checkedAtOnce, reading });
  let saved: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      const { value: batch, done } = await batches.next();
      if (done) {
        await saved;
        return batch;
      }
      const results = await run.inTransaction((tx) => comparing.compare(tx, batch));
      const rows = add(results);
      await saved;
      saved = saveChecked(work, results);
      // Until it is awaited, a rejection would be unhandled.
      saved.catch(() => {});
      await run.progress(rows, Math.max(plan.lineCount, rows));
    }
  } finally {
    await Promise.allSettled([saved, batches.return([])]);
  }
}

const saveChecked = ({ run, plan }: Work, results: readonly RowResult[]): Promise<void> =>
  run.inTransaction(async (tx) => {
    await commitLater(tx);
    await saveRows(tx, plan.id, results, false);
  });

/** Writes the valid rows. A restarted job skips batches that are written already. */
export const runImport =
  (resources: ImportedResources, reading: URL): JobWork =>
  async (run) => {
    const work = await workOf(run, resources, reading);
    const { plan, resource } = work;
    const counts = plan.takenTo > 0 && plan.counts ? { ...plan.counts } : { ...noCounts };
    const comparing = resource.startComparing(plan, run.actor);
    for await (const batch of batchesOf(run, { plan, size: batchSize, reading })) {
      const last = batch.at(-1)!.row;
      await run.inTransaction(async (tx) => {
        await commitLater(tx);
        // Also compares batches that are written already, because later rows are compared with all rows before them.
        const compared = await comparing.compare(tx, batch);
        if (last <= plan.takenTo) return;
        const results = await writeBatch(tx, work, batch, compared);
        count(counts, results);
        await saveRows(tx, plan.id, results, true);
        await advance(tx, plan.id, { takenTo: last, counts });
      });
      await run.progress(counts.rows, Math.max(plan.lineCount, counts.rows));
    }
    await afterRows(work);
    return finish(work, counts, 'imported');
  };

/** Does the work after the rows, and adds its problems to those of the check. */
async function afterRows({ run, plan, resource }: Work): Promise<void> {
  if (!resource.afterRows) return;
  const groups = new ProblemGroups(plan.mapping);
  await resource.afterRows(run, plan, (problems) => groups.addProblems(problems));
  await run.inTransaction((tx) => addFindings(tx, plan.id, groups.list()));
}

async function writeBatch(
  tx: Tx,
  work: Work,
  batch: readonly ReadRow[],
  results: readonly RowResult[],
): Promise<readonly RowResult[]> {
  try {
    await write(tx, work, results);
    return results;
  } catch (error) {
    if (!isRowFault(error)) throw error;
    return writeOneByOne(tx, work, batch, results);
  }
}

const write = (tx: Tx, { run, plan, resource }: Work, results: readonly RowResult[]): Promise<void> =>
  withSavepoint(tx, () => resource.write({ tx, actor: run.actor, importId: plan.id }, results));

/** Records can change between comparing and writing. Finds the rows that now conflict with them. */
async function writeOneByOne(
  tx: Tx,
  work: Work,
  batch: readonly ReadRow[],
  results: readonly RowResult[],
): Promise<RowResult[]> {
  const cellsOf = new Map(batch.map(({ row, cells }) => [row, cells]));
  const message = work.resource.conflicts.import;
  const written: RowResult[] = [];
  for (const result of results) {
    delete result.written;
    try {
      await write(tx, work, [result]);
      written.push(result);
    } catch (error) {
      if (!isRowFault(error)) throw error;
      const row = { row: result.row, cells: cellsOf.get(result.row) ?? [] };
      written.push(rejectedRow(row, [{ column: null, value: null, message }], result));
    }
  }
  return written;
}

function count(counts: ImportCounts, results: readonly RowResult[]): void {
  counts.rows += results.length;
  for (const { kind } of results) counts[kind === 'error' ? 'errors' : kind] += 1;
}

async function finish({ run, plan, resource }: Work, counts: ImportCounts, status: 'checked' | 'imported') {
  const file = counts.errors > 0 ? await writeErrorFile(run, plan) : null;
  await run.inTransaction(async (tx) => {
    await advance(tx, plan.id, { status, counts, errorFileKey: file?.key ?? null });
    const permission = importAccess[plan.kind].import;
    await announce(tx, { topic: 'imports', action: status, recordId: plan.id, permission });
    if (status === 'imported') await resource.announce(tx);
  });
  await run.progress(counts.rows, counts.rows);
  return { data: { importId: plan.id, ...counts }, files: file ? [file] : [] };
}
