/*
 * Runs CPU-intensive tasks (reading tables, creating PDFs and workbooks) in threads, so that they don't delay other
 * requests. A task has limits for time and memory, and ends when its caller disconnects:
 *
 *   const work = openWork<typeof calls>(new URL('./table-work.ts', import.meta.url), { seconds: 60, signal });
 *   try {
 *     await work.call('open', { path });
 *   } finally {
 *     work.close();
 *   }
 */
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { problem, tooLarge } from '../problem.ts';
import type { Calls, Reply } from './in-thread.ts';
import { fromFailure } from './problem-message.ts';

const mib = 1024 * 1024;
const maxMemory = 512 * mib;

/** Two jobs can hold a thread each while they run; the others are for requests. */
const maxThreads = Math.max(4, availableParallelism());
/** Longer queues would only delay every call too much. */
const maxWaiting = 200;

let threads: Piscina | undefined;
const pool = (): Piscina => {
  if (threads) return threads;
  threads = new Piscina({
    minThreads: 0,
    maxThreads,
    maxQueue: maxWaiting,
    idleTimeout: 30_000,
    // A thread must receive messages while it works.
    atomics: 'disabled',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemory / mib },
  });
  // A crashed thread fails its task; an unhandled error event would end the process.
  threads.on('error', () => {});
  return threads;
};

interface WorkBounds {
  /** The time limit of a single call. */
  seconds: number;
  /** Ends the task when its caller disconnects. */
  signal?: AbortSignal | undefined;
}

type InputOf<Call> = Call extends (input: infer Input) => unknown ? Input : never;
type OutputOf<Call> = Call extends (input: never) => infer Output ? Awaited<Output> : never;
export interface Work<Offered extends Calls> {
  call<Name extends keyof Offered & string>(
    name: Name,
    input: InputOf<Offered[Name]>,
  ): Promise<OutputOf<Offered[Name]>>;
  close(): void;
}

/** Starts a task in a thread. The default export of `file` provides its calls. The task must be closed. */
export function openWork<Offered extends Calls>(file: URL, bounds: WorkBounds): Work<Offered> {
  return new ThreadWork<Offered>(file, bounds);
}

class ThreadWork<Offered extends Calls> implements Work<Offered> {
  readonly #port: MessagePort;
  readonly #stop = new AbortController();
  readonly #seconds: number;
  #isStarted = false;
  #failure: Error | undefined;
  #timer: NodeJS.Timeout | undefined;
  // The output has the type of the call with this name.
  #waiting: { resolve(output: unknown): void; reject(error: Error): void } | undefined;

  constructor(file: URL, { seconds, signal }: WorkBounds) {
    this.#seconds = seconds;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (reply: Reply) => this.#hear(reply));
    const stop = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
    pool()
      .run(port2, { filename: file.href, transferList: [port2], signal: stop })
      .then(
        () => this.#end(problem('unavailable')),
        (error: Error) => this.#end(reasonOf(error)),
      );
  }

  call<Name extends keyof Offered & string>(
    name: Name,
    input: InputOf<Offered[Name]>,
  ): Promise<OutputOf<Offered[Name]>> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      // Time in the queue doesn't count.
      if (this.#isStarted) this.#startClock();
      this.#port.postMessage({ name, input });
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    // A thread in the middle of a call is stopped; another one serves the next task.
    if (this.#waiting || !this.#isStarted) this.#stop.abort();
    this.#port.close();
  }

  #hear(reply: Reply): void {
    if ('started' in reply) {
      this.#isStarted = true;
      if (this.#waiting) this.#startClock();
      return;
    }
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if ('output' in reply) waiting?.resolve(reply.output);
    else waiting?.reject(fromFailure(reply));
  }

  #startClock(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#end(problem('too-large', { limit: `${this.#seconds} seconds of work` }));
      this.#stop.abort();
    }, this.#seconds * 1000);
  }

  #end(reason: Error): void {
    this.#failure ??= reason;
    clearTimeout(this.#timer);
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
    this.#port.close();
  }
}

function reasonOf(error: NodeJS.ErrnoException): Error {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooLarge(maxMemory);
  if (error.name === 'AbortError') return problem('unavailable');
  return /queue/i.test(error.message) ? problem('busy') : error;
}
