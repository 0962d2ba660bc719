import type { ImportCounts } from '@aisle/contract/imports';
import type { Tx } from '../core/db.ts';
import { announce } from '../core/live-events.ts';
import { Problem, problem } from '../core/problem.ts';
import type { JobRun, JobWork } from '../jobs/job-run.ts';
import { type CsvRow, readRows } from './csv-file.ts';
import { writeErrorFile } from './error-file.ts';
import { advance, clearErrors, getPlan, type ImportPlan, saveErrors } from './imports.queries.ts';
import { type Seen, type Sorted, sortBatch, takeBatch } from './product-batch.ts';
import { type BadRow, isBad, type ProductRow, readProductRow } from './product-rows.ts';
import { orTakeBack } from './product-writes.queries.ts';

/** So many rows are written in one transaction: short enough that nobody waits for it. */
const batchSize = 500;
const noCounts: ImportCounts = { rows: 0, new: 0, changed: 0, same: 0, errors: 0 };

/** Looks at every row and changes nothing but what is known of the file. */
export const checkImport: JobWork = async (run) => {
  const plan = await planOf(run);
  await run.inTransaction((tx) => clearErrors(tx, plan.id));
  const counts = { ...noCounts };
  const seen = nothingSeen();
  for await (const batch of batches(run, plan)) {
    await run.inTransaction(async (tx) => {
      const sorted = await sortRows(tx, run, plan, batch, seen);
      count(counts, sorted, batch.length);
      await saveErrors(tx, plan.id, sorted.bad);
    });
    await run.progress(counts.rows, Math.max(plan.lineCount, counts.rows));
  }
  return finish(run, plan, counts, 'checked');
};

/** Takes the good rows. What a killed server had taken is not taken again. */
export const runImport: JobWork = async (run) => {
  const plan = await planOf(run);
  const goesOn = plan.takenTo > 0;
  if (!goesOn) await run.inTransaction((tx) => clearErrors(tx, plan.id));
  const counts = goesOn && plan.counts ? { ...plan.counts } : { ...noCounts };
  const seen = nothingSeen();
  for await (const batch of batches(run, plan, goesOn ? seen : undefined)) {
    await run.inTransaction(async (tx) => {
      const sorted = await takeRows(tx, run, plan, batch, seen);
      count(counts, sorted, batch.length);
      await saveErrors(tx, plan.id, sorted.bad);
      await advance(tx, plan.id, { takenTo: batch.at(-1)!.number, counts });
    });
    await run.progress(counts.rows, Math.max(plan.lineCount, counts.rows));
  }
  return finish(run, plan, counts, 'imported');
};

const nothingSeen = (): Seen => ({ skus: new Map(), barcodes: new Map() });

async function planOf(run: JobRun): Promise<ImportPlan> {
  const { importId } = run.input as { importId: string };
  return run.inTransaction((tx) => getPlan(tx, importId));
}

/** The rows behind what was taken already, some at a time; `seen` learns of those before. */
async function* batches(run: JobRun, plan: ImportPlan, seen?: Seen): AsyncGenerator<CsvRow[]> {
  if (plan.storageKey === null) throw problem('not-found', { what: 'The file' });
  const source = await run.services.storage.getStream(plan.storageKey);
  let batch: CsvRow[] = [];
  let isHeading = true;
  for await (const row of readRows(source, plan.delimiter)) {
    if (isHeading) isHeading = false;
    else if (seen && row.number <= plan.takenTo) remember(run, plan, row, seen);
    else batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const reading = (run: JobRun, { id, columns, mapping, options }: ImportPlan) => ({
  columns,
  mapping,
  options,
  madeSku: (row: number) => `${id.slice(-6).toUpperCase()}-${String(row).padStart(6, '0')}`,
  mayChange: (options.updateExisting ?? true) && run.actor.permissions.has('product_edit'),
});

function remember(run: JobRun, plan: ImportPlan, row: CsvRow, seen: Seen): void {
  const read = readProductRow(row, reading(run, plan));
  if (isBad(read)) return;
  if (!seen.skus.has(read.sku.toLowerCase())) seen.skus.set(read.sku.toLowerCase(), read.row);
  if (read.barcode !== undefined && !seen.barcodes.has(read.barcode))
    seen.barcodes.set(read.barcode, read.row);
}

async function sortRows(tx: Tx, run: JobRun, plan: ImportPlan, batch: CsvRow[], seen: Seen): Promise<Sorted> {
  const how = reading(run, plan);
  const read = batch.map((row) => readProductRow(row, how));
  const good = read.filter((row): row is ProductRow => !isBad(row));
  const sorted = await sortBatch(tx, good, seen, how.mayChange);
  sorted.bad.push(...read.filter(isBad));
  return sorted;
}

async function takeRows(tx: Tx, run: JobRun, plan: ImportPlan, batch: CsvRow[], seen: Seen): Promise<Sorted> {
  const sorted = await sortRows(tx, run, plan, batch, seen);
  try {
    await orTakeBack(tx, () => takeBatch(tx, run.actor, sorted));
    return sorted;
  } catch (error) {
    if (!isOneRowsFault(error)) throw error;
    return takeOneByOne(tx, run, sorted);
  }
}

/** Somebody changed the catalogue between our look and our writing: the rows that collide are told apart. */
async function takeOneByOne(tx: Tx, run: JobRun, sorted: Sorted): Promise<Sorted> {
  const taken: Sorted = { added: [], changed: [], same: sorted.same, bad: [...sorted.bad] };
  const single = [
    ...sorted.added.map((row) => ({ row, part: { added: [row], changed: [] } })),
    ...sorted.changed.map((change) => ({ row: change.row, part: { added: [], changed: [change] } })),
  ];
  for (const { row, part } of single) {
    try {
      await orTakeBack(tx, () => takeBatch(tx, run.actor, { ...part, same: 0, bad: [] }));
      taken.added.push(...part.added);
      taken.changed.push(...part.changed);
    } catch (error) {
      if (!isOneRowsFault(error)) throw error;
      taken.bad.push(refused(row));
    }
  }
  return taken;
}

const refused = (row: ProductRow): BadRow => ({
  row: row.row,
  cells: row.cells,
  problems: [{ column: null, message: 'Collides with a product that was changed meanwhile' }],
});

/** Unique, check and range violations; everything else is not about the row. */
const isOneRowsFault = (error: unknown): boolean =>
  /^(23|22)/.test((error as { code?: string }).code ?? '') && !(error instanceof Problem);

function count(counts: ImportCounts, sorted: Sorted, rows: number): void {
  counts.rows += rows;
  counts.new += sorted.added.length;
  counts.changed += sorted.changed.length;
  counts.same += sorted.same;
  counts.errors += sorted.bad.length;
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
