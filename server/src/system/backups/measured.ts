import { createHash, type Hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Passes data on and measures its size, lines and checksum. */
export class Measured extends Transform {
  readonly #hash: Hash = createHash('sha256');
  #lines = 0;
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#lines += 1;
    done(null, chunk);
  }

  /** Rows in COPY's text format: a line break within a value is written as \n. */
  get lines(): number {
    return this.#lines;
  }
  get bytes(): number {
    return this.#bytes;
  }
  /** Called once, after the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}
