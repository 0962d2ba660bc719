// Custom code: p-limit and similar packages have unlimited queues, and waiting calls can't leave them.
import { problem } from './problem.ts';

interface Bounds {
  concurrency: number;
  /** The maximum queue length; further calls are refused. */
  waiting: number;
}

/** Limits how many calls run at the same time; further ones wait in a queue. */
export class Semaphore {
  readonly #bounds: Bounds;
  readonly #queue: (() => void)[] = [];
  #active = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get isIdle(): boolean {
    return this.#active === 0;
  }

  async take<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#active >= this.#bounds.concurrency) await this.#wait(signal);
    else this.#active += 1;
    try {
      return await work();
    } finally {
      // The slot goes to the next in the queue, so that no new call can take it.
      const next = this.#queue.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.length >= this.#bounds.waiting) throw problem('busy');
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(problem('unavailable'));
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      if (signal?.aborted) return reject(problem('unavailable'));
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.push(enter);
    });
  }
}

/** A separate semaphore for each key. */
export class KeyedSemaphore {
  readonly #bounds: Bounds;
  readonly #byKey = new Map<string, Semaphore>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  async take<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const turns = this.#byKey.get(key) ?? new Semaphore(this.#bounds);
    this.#byKey.set(key, turns);
    try {
      return await turns.take(work, signal);
    } finally {
      if (turns.isIdle) this.#byKey.delete(key);
    }
  }
}
