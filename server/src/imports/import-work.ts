import type { ImportCounts } from '@aisle/contract/imports';
import type { Tx } from '../core/db.ts';
import { clearLeftovers } from '../core/leftovers.ts';
import { announce } from '../core/live-events.ts';
import { Problem, problem } from '../core/problem.ts';
import type { JobRun, JobWork } from '../jobs/job-run.ts';
import { type CsvRow, readRows } from '../tables/csv-file.ts';
import { writeErrorFile } from './error-file.ts';
import { clearRows, saveRows } from './import-rows.queries.ts';
import { advance, getPlan, type ImportPlan } from './imports.queries.ts';
import { type Outcome, refused, sortBatch } from './products/product-batch.ts';
import { nothingSeen, type Seen } from './products/product-diff.ts';
import { readProductRow } from './products/product-rows.ts';
import { takeBatch } from './products/product-take.ts';
import { orTakeBack } from './products/product-writes.queries.ts';

/**
 * So many rows are written in one transaction: short enough that nobody waits for it, and that what it made is
 * garbage while the memory collector still looks among the young, where it finds it at once.
 */
export const batchSize = 100;
/** Fewer where they are long: what is in memory at once is bounded by their letters too. */
const batchLetters = 500_000;
const noCounts: ImportCounts = { rows: 0, new: 0, changed: 0, same: 0, errors: 0 };

/** Looks at every row and changes nothing but what is known of the file. */
export const checkImport: JobWork = async (run) => {
  const plan = await planOf(run);
  await run.inTransaction((tx) => clearRows(tx, plan.id));
  const counts = { ...noCounts };
  const seen = nothingSeen();
  for await (const batch of batches(run, plan)) {
    await run.inTransaction(async (tx) => {
      const outcomes = await sortRows(tx, run, plan, batch, seen);
      count(counts, outcomes);
      await saveRows(tx, plan.id, outcomes, false);
    });
    await run.progress(counts.rows, Math.max(plan.lineCount, counts.rows));
  }
  return finish(run, plan, counts, 'checked');
};

/** Takes the good rows. What a killed server had taken is not taken again. */
export const runImport: JobWork = async (run) => {
  const plan = await planOf(run);
  const counts = plan.takenTo > 0 && plan.counts ? { ...plan.counts } : { ...noCounts };
  const seen = nothingSeen();
  for await (const batch of batches(run, plan)) {
    const last = batch.at(-1)!.number;
    await run.inTransaction(async (tx) => {
      // Looked at again, so that the rows that follow are compared with all before them.
      const outcomes = await sortRows(tx, run, plan, batch, seen);
      if (last <= plan.takenTo) return;
      const taken = await takeRows(tx, run, plan, outcomes);
      count(counts, taken);
      await saveRows(tx, plan.id, taken, true);
      await advance(tx, plan.id, { takenTo: last, counts });
    });
    await run.progress(counts.rows, Math.max(plan.lineCount, counts.rows));
  }
  return finish(run, plan, counts, 'imported');
};

async function planOf(run: JobRun): Promise<ImportPlan> {
  const { importId } = run.input as { importId: string };
  return run.inTransaction((tx) => getPlan(tx, importId));
}

/** The rows, some at a time; always cut at the same places, so that a batch is taken wholly or not at all. */
async function* batches(run: JobRun, plan: ImportPlan): AsyncGenerator<CsvRow[]> {
  if (plan.storageKey === null) throw problem('not-found', { what: 'The file' });
  const source = await run.services.storage.getStream(plan.storageKey);
  let batch: CsvRow[] = [];
  let letters = 0;
  let isHeading = true;
  for await (const row of readRows(source, plan.delimiter)) {
    if (isHeading) {
      isHeading = false;
      continue;
    }
    batch.push(row);
    letters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < batchSize && letters < batchLetters) continue;
    yield batch;
    batch = [];
    letters = 0;
    clearLeftovers();
  }
  if (batch.length > 0) yield batch;
}

async function sortRows(
  tx: Tx,
  run: JobRun,
  { id, columns, mapping, options }: ImportPlan,
  batch: readonly CsvRow[],
  seen: Seen,
): Promise<Outcome[]> {
  const madeSku = (row: number) => `${id.slice(-6).toUpperCase()}-${String(row).padStart(6, '0')}`;
  const rows = batch.map((row) => readProductRow(row, { columns, mapping, options, madeSku }));
  const mayChange = (options.updateExisting ?? true) && run.actor.permissions.has('product_edit');
  return sortBatch(tx, rows, { mapping, options, seen, mayChange });
}

async function takeRows(
  tx: Tx,
  run: JobRun,
  plan: ImportPlan,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  try {
    await orTakeBack(tx, () => takeBatch(tx, run.actor, plan.id, outcomes));
    return outcomes;
  } catch (error) {
    if (!isOneRowsFault(error)) throw error;
    return takeOneByOne(tx, run, plan, outcomes);
  }
}

/** Somebody changed the catalogue between our look and our writing: the rows that collide are told apart. */
async function takeOneByOne(
  tx: Tx,
  run: JobRun,
  plan: ImportPlan,
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const taken: Outcome[] = [];
  for (const outcome of outcomes) {
    delete outcome.written;
    try {
      await orTakeBack(tx, () => takeBatch(tx, run.actor, plan.id, [outcome]));
      taken.push(outcome);
    } catch (error) {
      if (!isOneRowsFault(error)) throw error;
      const message = 'Collides with a product that was changed meanwhile';
      taken.push(refused(outcome.said!, [{ column: null, value: null, message }], outcome));
    }
  }
  return taken;
}

/** Unique, check and range violations; everything else is not about the row. */
export const isOneRowsFault = (error: unknown): boolean =>
  /^(23|22)/.test((error as { code?: string }).code ?? '') && !(error instanceof Problem);

function count(counts: ImportCounts, outcomes: readonly Outcome[]): void {
  counts.rows += outcomes.length;
  for (const { kind } of outcomes) counts[kind === 'error' ? 'errors' : kind] += 1;
}

async function finish(run: JobRun, plan: ImportPlan, counts: ImportCounts, status: 'checked' | 'imported') {
  const file = counts.errors > 0 ? await writeErrorFile(run, plan) : null;
  await run.inTransaction(async (tx) => {
    await advance(tx, plan.id, { status, counts, errorFileKey: file?.key ?? null });
    await announce(tx, { topic: 'imports', action: status, recordId: plan.id, permission: 'product_add' });
    if (status === 'imported') {
      await announce(tx, { topic: 'products', action: 'imported', permission: 'product_list' });
    }
  });
  await run.progress(counts.rows, counts.rows);
  return { data: { importId: plan.id, ...counts }, files: file ? [file] : [] };
}
