import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportExtra } from '@aisle/contract/system/imports/import-rows';
import { Problem, problem } from '../../core/problem.ts';
import { openWork } from '../../core/work/threads.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { inWords, maxSeconds } from '../tables/table-reader.ts';
import type { ReadRow } from './imported-resource.ts';
import type { ImportPlan } from './imports.queries.ts';
import type { ReadingCalls } from './reading/reading-work.ts';

/** Rows written in one transaction: enough to keep statements cheap per row, few enough that no one waits for it. */
export const batchSize = 500;
/** A check writes almost nothing: larger batches query the database less often. */
export const checkedAtOnce = 1000;

interface BatchRequest {
  plan: ImportPlan;
  /** Rows in a batch. */
  size: number;
  /** The file that a thread runs to read the rows. */
  reading: URL;
}

/** Yields the rows of a file in batches, read in a thread. Returns the rows without a record. */
export async function* batchesOf(
  run: JobRun,
  { plan, size, reading }: BatchRequest,
): AsyncGenerator<ReadRow[], ImportExtra[]> {
  if (plan.storageKey === null) throw problem('not-found', { what: 'The file' });
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-import-'));
  const work = openWork<ReadingCalls>(reading, { seconds: maxSeconds });
  try {
    const copy = path.join(folder, 'table.csv');
    await pipeline(await run.services.storage.getStream(plan.storageKey), createWriteStream(copy));
    await work.call('open', { path: copy, plan, size });
    for (;;) {
      const rows = await work.call('next', null);
      if (rows.length === 0) return await work.call('leftOut', null);
      yield rows;
    }
  } catch (error) {
    throw inWords(error);
  } finally {
    work.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a single row can cause the error: unique, check and range violations. */
export const isRowFault = (error: unknown): boolean =>
  /^(23|22)/.test((error as { code?: string }).code ?? '') && !(error instanceof Problem);
