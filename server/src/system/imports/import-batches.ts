import { clearLeftovers } from '../../core/leftovers.ts';
import { Problem, problem } from '../../core/problem.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { type CsvRow, readRows } from '../tables/csv-file.ts';
import type { ImportPlan } from './imports.queries.ts';

/**
 * Rows written in one transaction: few enough that nobody waits for it, and that its objects are garbage while they
 * are young, when the collector frees them cheaply.
 */
export const batchSize = 100;
/** Batches of long rows are smaller, to bound the characters in memory. */
const batchCharacters = 500_000;

/** The rows in batches, always cut at the same rows, so that a batch is written as a whole or not at all. */
export async function* batchesOf(run: JobRun, plan: ImportPlan): AsyncGenerator<CsvRow[]> {
  if (plan.storageKey === null) throw problem('not-found', { what: 'The file' });
  const source = await run.services.storage.getStream(plan.storageKey);
  let batch: CsvRow[] = [];
  let characters = 0;
  let isHeading = true;
  for await (const row of readRows(source, plan.delimiter)) {
    if (isHeading) {
      isHeading = false;
      continue;
    }
    batch.push(row);
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < batchSize && characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
    clearLeftovers();
  }
  if (batch.length > 0) yield batch;
}

/** Whether a single row can have caused it: unique, check and range violations. */
export const isRowFault = (error: unknown): boolean =>
  /^(23|22)/.test((error as { code?: string }).code ?? '') && !(error instanceof Problem);
