import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { clearLeftovers } from '../../core/leftovers.ts';
import { Problem, problem } from '../../core/problem.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { CsvRow } from '../tables/csv-file.ts';
import { rowsOfTable } from '../tables/table-reader.ts';
import type { ImportPlan } from './imports.queries.ts';

/**
 * Rows written in one transaction: enough that its statements cost little beside the rows, few enough that nobody waits
 * for it.
 */
export const batchSize = 500;
/** A check writes next to nothing: larger batches ask the database less often. */
export const checkedAtOnce = 1000;
/** Batches of long rows are smaller, to bound the characters in memory. */
const batchCharacters = 500_000;
/** Rows that belong together make a batch larger, up to so many times. */
const maxStretch = 3;
export interface Cutting {
  /** Rows in a batch. */
  size: number;
  /** Whether a row belongs to the one before it. */
  continues?: ((before: CsvRow, row: CsvRow) => boolean) | undefined;
  /** The row as it is imported; null if it is none of a record. */
  recordOf(row: CsvRow): CsvRow | null;
}

/** The rows in batches, always cut at the same rows, so that a batch is written as a whole or not at all. */
export async function* batchesOf(run: JobRun, plan: ImportPlan, cutting: Cutting): AsyncGenerator<CsvRow[]> {
  if (plan.storageKey === null) throw problem('not-found', { what: 'The file' });
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-import-'));
  try {
    const copy = path.join(folder, 'table.csv');
    await pipeline(await run.services.storage.getStream(plan.storageKey), createWriteStream(copy));
    const rows = rowsOfTable({ path: copy, encoding: 'utf-8', delimiter: plan.delimiter });
    yield* cutInBatches(rows, plan.headingRow, cutting);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* cutInBatches(
  rows: AsyncIterable<CsvRow>,
  headingRow: number,
  { size, continues, recordOf }: Cutting,
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  let characters = 0;
  // Of files read by earlier versions only this is known.
  let isHeading = headingRow === 0;
  for await (const found of rows) {
    if (isHeading || found.number <= headingRow) {
      isHeading = false;
      continue;
    }
    const row = recordOf(found);
    if (!row) continue;
    const before = batch.at(-1);
    const isFull = before && (batch.length >= size || characters >= batchCharacters);
    if (isFull && !(batch.length < size * maxStretch && continues?.(before, row))) {
      yield batch;
      batch = [];
      characters = 0;
      clearLeftovers();
    }
    batch.push(row);
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
  }
  if (batch.length > 0) yield batch;
}

/** Whether a single row can have caused it: unique, check and range violations. */
export const isRowFault = (error: unknown): boolean =>
  /^(23|22)/.test((error as { code?: string }).code ?? '') && !(error instanceof Problem);
