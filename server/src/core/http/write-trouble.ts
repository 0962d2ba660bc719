import type { FastifyBaseLogger } from 'fastify';
import { writeTroubles } from '../db/database-problems.ts';
import type { Problem } from '../problem.ts';

/** How long it is believed after the last write that failed. */
const lastsMs = 30_000;
const logsEveryMs = 60_000;

/** What keeps writes from being saved while reads go on: a full disk, no memory, a database that is read-only. */
export class WriteFailure {
  #problem: Problem | undefined;
  #at = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** Called with every refusal; logs once a minute, for the log may be on the disk that is full. */
  note(problem: Problem, log: FastifyBaseLogger): void {
    if (!writeTroubles.has(problem.code)) return;
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
