import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { awaitAll } from '../../../core/await-all.ts';
import { type NamedFile, namedFiles } from '../../../system/imports/files/archive-names.ts';
import type { AfterRows } from '../../../system/imports/imported-resource.ts';
import type { ImportPlan } from '../../../system/imports/imports.queries.ts';
import type { JobRun } from '../../../system/jobs/job-run.ts';
import { maxImages } from '../../product-images/product-images.service.ts';
import { isAddress, pictureKey } from './picture-addresses.ts';
import { type PictureSource, PictureSources } from './picture-sources.ts';
import {
  countPictureRows,
  finishPictures,
  type PictureProblem,
  type WaitingPictures,
  waitingPictures,
} from './product-pictures.queries.ts';
import { problemOf } from './row-pictures.ts';

/** Number of products whose pictures are added concurrently. */
const concurrency = 4;

/** Adds the pictures that an import's rows name. Lists unavailable ones at their row. */
export const addPictures: AfterRows = async (run, plan, report) => {
  const { done, total } = await run.inTransaction((tx) => countPictureRows(tx, plan.id));
  if (done === total) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-pictures-'));
  const sources = new PictureSources(run, plan.id, folder);
  try {
    for (let count = done; count < total; ) {
      const { rows, files } = await nextRows(run, plan);
      if (rows.length === 0) return;
      // Processes the rows of one product in sequence, so that it doesn't get a picture twice.
      const waiting = [...Map.groupBy(rows, ({ productId }) => productId).values()];
      const work = async () => {
        for (let own = waiting.shift(); own; own = waiting.shift()) {
          const there = { keys: new Set(own[0]!.there), count: own[0]!.count };
          for (const row of own) report(await addOfRow({ run, plan, sources, files }, row, there));
        }
      };
      await awaitAll(Array.from({ length: concurrency }, work));
      count += rows.length;
      await run.progress(count, total);
    }
  } finally {
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  }
};

type Files = ReadonlyMap<string, NamedFile>;
const nextRows = (run: JobRun, { id }: ImportPlan): Promise<{ rows: WaitingPictures[]; files: Files }> =>
  run.inTransaction(async (tx) => {
    const rows = await waitingPictures(tx, id, concurrency * 5);
    const names = rows.flatMap(({ urls }) => urls).filter((text) => !isAddress(text));
    return { rows, files: await namedFiles(tx, id, [...new Set(names)]) };
  });

interface Work {
  run: JobRun;
  plan: ImportPlan;
  sources: PictureSources;
  files: Files;
}
async function addOfRow(
  { run, plan, sources, files }: Work,
  { row, productId, urls }: WaitingPictures,
  there: { keys: Set<string>; count: number },
): Promise<PictureProblem[]> {
  const fileIds: string[] = [];
  const problems: PictureProblem[] = [];
  for (const text of urls) {
    try {
      const source = sourceOf(text, files);
      if (there.keys.has(source.key)) continue;
      if (there.count >= maxImages) throw new Error(`A product can have up to ${maxImages} pictures`);
      fileIds.push(await sources.add(productId, source));
      there.keys.add(source.key);
      there.count += 1;
    } catch (error) {
      problems.push({
        column: plan.mapping.pictures ?? null,
        value: text.slice(0, 200),
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
  await run.inTransaction((tx) => finishPictures(tx, plan.id, row, { fileIds, problems }));
  return problems;
}

function sourceOf(text: string, files: Files): PictureSource {
  if (isAddress(text)) return { key: pictureKey(text), url: text };
  const file = files.get(text) ?? null;
  if (file === null || typeof file === 'string' || file.digest === null) {
    throw new Error(problemOf(file) ?? undefined);
  }
  return { key: file.digest, path: file.path };
}
