import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepImage } from '../../core/files/images.ts';
import { download } from '../../core/http/outside.ts';
import { Problem } from '../../core/problem.ts';
import type { AfterRows } from '../../system/imports/imported-resource.ts';
import type { ImportPlan } from '../../system/imports/imports.queries.ts';
import type { JobRun } from '../../system/jobs/job-run.ts';
import { maxImages } from '../sub-products/product-images.service.ts';
import { ownFileOf, pictureKey } from './picture-addresses.ts';
import {
  addPicture,
  countPictureRows,
  isProductPicture,
  type PictureProblem,
  settlePictures,
  type WaitingPictures,
  waitingPictures,
} from './product-pictures.queries.ts';

const maxBytes = 10 * 1024 * 1024;
const timeoutMs = 15_000;
/** Products whose pictures are downloaded at once. */
const atOnce = 4;
/** Addresses that are remembered, so that rows near each other share a download. */
const maxKnown = 10_000;
/** A host that failed so often in a row is not called again. */
const maxFailures = 5;

/** Downloads the pictures that the rows of an import name. What can't be downloaded is listed at its row. */
export const addPictures: AfterRows = async (run, plan, report) => {
  const { done, total } = await run.inTransaction((tx) => countPictureRows(tx, plan.id));
  if (done === total) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-pictures-'));
  const downloads = new Downloads(run, folder);
  try {
    for (let count = done; count < total; ) {
      const rows = await run.inTransaction((tx) => waitingPictures(tx, plan.id, atOnce * 5));
      if (rows.length === 0) return;
      // Rows of one product are looked after one by one, so that none has a picture twice.
      const waiting = [...Map.groupBy(rows, ({ productId }) => productId).values()];
      const work = async () => {
        for (let own = waiting.shift(); own; own = waiting.shift()) {
          const there = new Set(own[0]!.there.map(pictureKey));
          for (const row of own) report(await addOfRow({ run, plan, downloads }, row, there));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      count += rows.length;
      await run.progress(count, total);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface Work {
  run: JobRun;
  plan: ImportPlan;
  downloads: Downloads;
}
async function addOfRow(
  { run, plan, downloads }: Work,
  { row, productId, urls }: WaitingPictures,
  there: Set<string>,
): Promise<PictureProblem[]> {
  const fileIds: string[] = [];
  const problems: PictureProblem[] = [];
  for (const url of urls) {
    if (there.has(pictureKey(url))) continue;
    try {
      if (there.size >= maxImages) throw new Error(`A product can have up to ${maxImages} pictures`);
      fileIds.push(await downloads.add(productId, url));
      there.add(pictureKey(url));
    } catch (error) {
      problems.push({
        column: plan.mapping.pictures ?? null,
        value: url.slice(0, 200),
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
  await run.inTransaction((tx) => settlePictures(tx, plan.id, row, { fileIds, problems }));
  return problems;
}

/** The pictures of one import: an address that several rows name is downloaded once. */
class Downloads {
  readonly #run: JobRun;
  readonly #folder: string;
  readonly #known = new Map<string, Promise<string>>();
  readonly #failures = new Map<string, number>();
  #count = 0;

  constructor(run: JobRun, folder: string) {
    this.#run = run;
    this.#folder = folder;
  }

  /** Adds the picture at an address to a product, and returns its file. */
  async add(productId: string, url: string): Promise<string> {
    const own = ownFileOf(url);
    if (own !== undefined) {
      if (await this.#share(productId, own, null)) return own;
      throw new Error('No product has this picture');
    }
    const known = this.#known.get(url);
    if (known === undefined) {
      const loading = this.#load(productId, url);
      this.#known.set(url, loading);
      const [oldest] = this.#known.keys();
      if (this.#known.size > maxKnown) this.#known.delete(oldest!);
      return loading;
    }
    // What failed once fails for the other rows as well.
    const fileId = await known;
    if (await this.#share(productId, fileId, url)) return fileId;
    throw new Error('The picture is no longer there');
  }

  /** Adds a picture that some product has; false if none has it. */
  #share(productId: string, fileId: string, url: string | null): Promise<boolean> {
    return this.#run.inTransaction(async (tx) => {
      const isThere = await isProductPicture(tx, fileId);
      if (isThere) await addPicture(tx, { productId, fileId, url });
      return isThere;
    });
  }

  async #load(productId: string, url: string): Promise<string> {
    const { host } = new URL(url);
    const failed = this.#failures.get(host) ?? 0;
    if (failed >= maxFailures) throw new Error('The host failed too often before');
    this.#count += 1;
    const file = path.join(this.#folder, String(this.#count));
    try {
      const { settings, storage } = this.#run.services;
      const rules = { allowPrivate: settings.webhookAllowPrivate, maxBytes, timeoutMs };
      const bytes = await download(url, file, rules).catch((error: unknown) => {
        this.#failures.set(host, failed + 1);
        throw error;
      });
      this.#failures.set(host, 0);
      const upload = { field: 'pictures', name: nameOf(url), path: file, bytes, signal: neverAborted };
      return await this.#run.inTransaction(async (tx) => {
        const fileId = await keepImage(tx, storage, upload, this.#run.actor.userId);
        await addPicture(tx, { productId, fileId, url });
        return fileId;
      });
    } catch (error) {
      if (error instanceof Problem)
        throw new Error("Isn't a JPEG, PNG, WebP or AVIF picture", { cause: error });
      throw error;
    } finally {
      await rm(file, { force: true });
    }
  }
}
const neverAborted = new AbortController().signal;
const nameOf = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '').slice(0, 200) || 'picture';
