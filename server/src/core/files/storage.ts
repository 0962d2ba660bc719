import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Disk, errors } from 'flydrive';
import { problem } from '../problem.ts';

/** Bytes kept outside the database, and the signed addresses that give them out. */
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
   * A failed write leaves no part of the file. It throws the reason itself, such as a full disk or the error of the stream, which
   * the library wraps.
   */
  async #write(key: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      await this.disk.delete(key).catch(() => {});
      throw error instanceof errors.E_CANNOT_WRITE_FILE ? error.cause : error;
    }
  }

  /** A file that is not there is said so at once, rather than when its first byte is read. */
  async getStream(key: string): Promise<Readable> {
    if (!(await this.exists(key))) throw problem('file-missing');
    return this.disk.getStream(key);
  }

  exists(key: string): Promise<boolean> {
    return this.disk.exists(key);
  }

  /** Removes bytes if `work` can't record them: without a row, neither the cleanup nor an erasure would find them. */
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

  /** An address that works without a session for 15 minutes, counted from the current one. */
  url(key: string): string {
    return this.#addressUntil(key, (Math.floor(Date.now() / 60_000) + 15) * 60);
  }

  /**
   * The same for a picture on a screen, for a week. Its end is rounded up to whole days, so that a picture keeps its
   * address and the browser its copy.
   */
  pictureUrl(key: string): string {
    const day = 86_400;
    return this.#addressUntil(key, (Math.floor(Date.now() / 1000 / day) + 8) * day);
  }

  #addressUntil = (key: string, expires: number): string =>
    `/files/${key}?e=${expires}&s=${this.#sign(key, expires)}`;

  /** The same for a file to save, with the name to save it under. */
  namedUrl = (key: string, name: string): string => `${this.url(key)}&name=${encodeURIComponent(name)}`;

  /** Whether an address was made here for this key and has not expired. */
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
