import { Problem } from '../../core/problem.ts';
import { Semaphore } from '../../core/semaphore.ts';
import { openWork, type Work } from '../../core/work/threads.ts';
import type { ArchiveCalls, PackedFiles, PackedPicture } from './archive-work.ts';
import { unreadable } from './text-encoding.ts';

const file = new URL('./archive-work.ts', import.meta.url);
/** The largest archive that can be uploaded takes a tenth of this. */
const maxSeconds = 60;

/** An uploaded archive, read in a thread within limits of size, time and memory. It must be closed. */
export class ArchiveReader {
  readonly #work: Work<ArchiveCalls>;
  /** A thread handles one request after the other. */
  readonly #turns = new Semaphore({ concurrency: 1, waiting: 200 });

  constructor(signal?: AbortSignal) {
    this.#work = openWork<ArchiveCalls>(file, { seconds: maxSeconds, signal });
  }

  open(path: string): Promise<PackedFiles> {
    return this.#ask(() => this.#work.call('open', path));
  }

  pictures(): Promise<PackedPicture[]> {
    return this.#ask(() => this.#work.call('pictures', null));
  }

  /** Writes a file of the archive to a local path. */
  extract(name: string, to: string): Promise<void> {
    return this.#ask(() => this.#work.call('extract', { name, to }));
  }

  async close(): Promise<void> {
    await this.#ask(() => this.#work.call('close', null)).catch(() => {});
    this.#work.close();
  }

  #ask<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(work).catch((error: unknown) => {
      const isTooMuch = error instanceof Problem && error.code === 'too-large';
      throw isTooMuch ? unreadable('This ZIP takes too long to read. Split it into smaller files') : error;
    });
  }
}
