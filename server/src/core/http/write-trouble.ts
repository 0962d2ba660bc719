import type { FastifyBaseLogger } from 'fastify';
import { writeTroubles } from '../db/database-problems.ts';
import type { Problem } from '../problem.ts';

/** How long a failure is assumed to last after the last failed write. */
const lastsMs = 30_000;
const logsEveryMs = 60_000;

/** The reason why writes fail while reads work: a full disk, no memory, or a read-only database. */
export class WriteFailure {
  #problem: Problem | undefined;
  #at = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** Called for every refused request. Logs once a minute, since the log may be on the full disk. */
  note(problem: Problem, log: FastifyBaseLogger): void {
    if (!writeTroubles.has(problem.code)) return;
    this.#problem = problem;
    this.#at = performance.now();
    if (this.#at - this.#loggedAt < logsEveryMs) return;
    this.#loggedAt = this.#at;
    log.error({ code: problem.code }, 'writes fail');
  }

  /** Called after a successful write. */
  isOver(): void {
    this.#problem = undefined;
  }

  get current(): Problem | undefined {
    return performance.now() - this.#at < lastsMs ? this.#problem : undefined;
  }
}
