import type { ProblemCode } from '@aisle/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Problem } from '../problem.ts';

const troubles: ReadonlySet<ProblemCode> = new Set(['disk-full', 'out-of-memory', 'read-only']);
/** How long it is believed after the last write that failed. */
const lastsMs = 30_000;
const logsEveryMs = 60_000;

/** What keeps writes from being saved while reads go on: a full disk, no memory, a database that is read-only. */
export class WriteTrouble {
  #problem: Problem | undefined;
  #at = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** Called with every refusal; logs once a minute, for the log may be on the disk that is full. */
  note(problem: Problem, log: FastifyBaseLogger): void {
    if (!troubles.has(problem.code)) return;
    this.#problem = problem;
    this.#at = performance.now();
    if (this.#at - this.#loggedAt < logsEveryMs) return;
    this.#loggedAt = this.#at;
    log.error({ code: problem.code }, 'writes fail');
  }

  /** A write has succeeded. */
  isOver(): void {
    this.#problem = undefined;
  }

  get current(): Problem | undefined {
    return performance.now() - this.#at < lastsMs ? this.#problem : undefined;
  }
}
