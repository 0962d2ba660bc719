import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Disk, errors } from 'flydrive';
import { problem } from '../problem.ts';

/** Stores bytes outside the database, and creates the signed URLs that serve them. */
export class Storage {
  readonly disk: Disk;
  readonly #secret: Buffer;

  constructor(disk: Disk, secret: Buffer) {
    this.disk = disk;
    this.#secret = secret;
  }

  put(key: string, bytes: Uint8Array | string): Promise<void> {
    return this.#write(key, () => this.disk.put(key, bytes));
  }

  putStream(key: string, stream: Readable): Promise<void> {
    return this.#write(key, () => this.disk.putStream(key, stream));
  }

  /**
   * A failed write leaves no partial file. It throws the original error, such as a full disk or a stream error, instead of the
   * library's wrapper.
   */
  async #write(key: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      await this.disk.delete(key).catch(() => {});
      throw error instanceof errors.E_CANNOT_WRITE_FILE ? error.cause : error;
    }
  }

  /** Reports a missing file at once, rather than when the first byte is read. */
  async getStream(key: string): Promise<Readable> {
    if (!(await this.exists(key))) throw problem('file-missing');
    return this.disk.getStream(key);
  }

  exists(key: string): Promise<boolean> {
    return this.disk.exists(key);
  }

  /** Deletes the bytes if `work` can't record them: without a row, neither the cleanup nor an erasure would find them. */
  async removeOnFailure<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.remove(key).catch(() => {});
      throw error;
    }
  }

  remove(key: string): Promise<void> {
    return this.disk.delete(key);
  }

  /** A URL that works without a session for 15 minutes, counted from the current minute. */
  url(key: string): string {
    return this.#addressUntil(key, (Math.floor(Date.now() / 60_000) + 15) * 60);
  }

  /**
   * A URL for a picture on a screen, valid for a week. Its expiration is rounded up to whole days, so that the picture keeps
   * its URL and the browser's cached copy.
   */
  pictureUrl(key: string): string {
    const day = 86_400;
    return this.#addressUntil(key, (Math.floor(Date.now() / 1000 / day) + 8) * day);
  }

  #addressUntil = (key: string, expires: number): string =>
    `/files/${key}?e=${expires}&s=${this.#sign(key, expires)}`;

  /** A URL for a download, with the name to save the file under. */
  namedUrl = (key: string, name: string): string => `${this.url(key)}&name=${encodeURIComponent(name)}`;

  /** Whether a URL was signed here for this key and has not expired. */
  allows(key: string, expires: number, signature: string): boolean {
    if (!Number.isSafeInteger(expires) || expires * 1000 < Date.now()) return false;
    const actual = Buffer.from(signature);
    const expected = Buffer.from(this.#sign(key, expires));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  #sign(key: string, expires: number): string {
    return createHmac('sha256', this.#secret).update(`${key}\n${expires}`).digest('base64url').slice(0, 27);
  }
}
