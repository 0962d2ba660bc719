import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storeImage } from '../../../core/files/images.ts';
import { mustBeClean } from '../../../core/http/input/virus-scan.ts';
import { download } from '../../../core/http/outside/outside.ts';
import { Problem } from '../../../core/problem.ts';
import { archiveKeyOf } from '../../../system/imports/files/picture-archive.queries.ts';
import type { JobRun } from '../../../system/jobs/job-run.ts';
import { ArchiveReader } from '../../../system/tables/archive-reader.ts';
import { ownFileOf } from './picture-addresses.ts';
import { addPicture, isProductPicture } from './product-pictures.queries.ts';

const maxBytes = 10 * 1024 * 1024;
const timeoutMs = 15_000;
/** Maximum number of cached pictures, so that nearby rows share them. */
const maxKnown = 10_000;
/** A host that failed this often in a row is not called again. */
const maxFailures = 5;

/** A picture at an address or in the import's ZIP. The key is equal for the same picture. */
export type PictureSource = { key: string } & ({ url: string } | { path: string });

/** Sources of an import's pictures. A picture that several rows name is fetched once. */
export class PictureSources {
  readonly #run: JobRun;
  readonly #importId: string;
  readonly #folder: string;
  readonly #known = new Map<string, Promise<string>>();
  readonly #failures = new Map<string, number>();
  #archive: Promise<ArchiveReader> | undefined;
  #count = 0;

  constructor(run: JobRun, importId: string, folder: string) {
    this.#run = run;
    this.#importId = importId;
    this.#folder = folder;
  }

  /** Adds a picture to a product, and returns its file. */
  async add(productId: string, source: PictureSource): Promise<string> {
    const url = 'url' in source ? source.url : null;
    const own = url === null ? undefined : ownFileOf(url);
    if (own !== undefined) {
      if (await this.#share(productId, own, null)) return own;
      throw new Error('No product has this picture');
    }
    const known = this.#known.get(source.key);
    if (known === undefined) {
      const loading = this.#load(productId, source);
      this.#known.set(source.key, loading);
      const [oldest] = this.#known.keys();
      if (this.#known.size > maxKnown) this.#known.delete(oldest!);
      return loading;
    }
    // A source that failed once fails for other rows as well.
    const fileId = await known;
    if (await this.#share(productId, fileId, url)) return fileId;
    throw new Error('The picture is no longer there');
  }

  async close(): Promise<void> {
    const archive = await this.#archive?.catch(() => undefined);
    await archive?.close();
  }

  /** Adds a picture of an existing product; returns false if no product has it. */
  #share(productId: string, fileId: string, url: string | null): Promise<boolean> {
    return this.#run.inTransaction(async (tx) => {
      const isThere = await isProductPicture(tx, fileId);
      if (isThere) await addPicture(tx, { productId, fileId, url });
      return isThere;
    });
  }

  async #load(productId: string, source: PictureSource): Promise<string> {
    this.#count += 1;
    const file = path.join(this.#folder, String(this.#count));
    const { storage } = this.#run.services;
    const { name, url, bytes } =
      'url' in source ? await this.#download(source.url, file) : await this.#extract(source.path, file);
    try {
      const upload = { field: 'pictures', name, path: file, bytes, signal: neverAbortedSignal };
      await mustBeClean(this.#run.services, { pictures: [upload] });
      return await this.#run.inTransaction(async (tx) => {
        const fileId = await storeImage(tx, storage, upload, this.#run.actor.userId);
        await addPicture(tx, { productId, fileId, url });
        return fileId;
      });
    } catch (error) {
      if (error instanceof Problem && notPictures.has(error.code))
        throw new Error("Isn't a JPEG, PNG, WebP or AVIF picture", { cause: error });
      throw error;
    } finally {
      await rm(file, { force: true });
    }
  }

  async #download(url: string, file: string) {
    const { host } = new URL(url);
    const failed = this.#failures.get(host) ?? 0;
    if (failed >= maxFailures) throw new Error('The host failed too often before');
    const rules = { allowPrivate: this.#run.services.settings.webhookAllowPrivate, maxBytes, timeoutMs };
    try {
      const bytes = await download(url, file, rules);
      this.#failures.set(host, 0);
      return { name: nameOf(url), url, bytes };
    } catch (error) {
      this.#failures.set(host, failed + 1);
      await rm(file, { force: true });
      throw error;
    }
  }

  async #extract(packed: string, file: string) {
    this.#archive ??= this.#openArchive();
    const archive = await this.#archive;
    await archive.extract(packed, file);
    const name = path.posix.basename(packed).slice(0, 200).toWellFormed();
    return { name, url: null, bytes: (await stat(file)).size };
  }

  /** Copies the ZIP to this machine, because its files are read in any order. */
  async #openArchive(): Promise<ArchiveReader> {
    const { storage } = this.#run.services;
    const key = await this.#run.inTransaction((tx) => archiveKeyOf(tx, this.#importId));
    if (key === undefined) throw new Error('The ZIP was deleted');
    const copy = path.join(this.#folder, 'pictures.zip');
    await pipeline(await storage.getStream(key), createWriteStream(copy));
    const archive = new ArchiveReader();
    try {
      await archive.open(copy);
    } catch (error) {
      await archive.close();
      throw error;
    }
    return archive;
  }
}
const notPictures: ReadonlySet<string> = new Set(['unsupported-type', 'validation-failed']);
const neverAbortedSignal = new AbortController().signal;
const nameOf = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '').slice(0, 200) || 'picture';
