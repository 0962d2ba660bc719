import { problem } from '../../problem.ts';

interface Share {
  /** The route or address that uses the quota, and the maximum number of connections. */
  key: string;
  most: number;
}
interface Waiting {
  shares: readonly Share[];
  enter(): void;
}
/** Longer queues would only delay every response too much. */
const maxWaiting = 1000;

/**
 * Distributes a pool's connections: requests over the quota of their route or address wait here, and later requests within
 * their quotas go first. So no slow route and no busy address takes all connections.
 */
export class ConnectionQuota {
  readonly #taken = new Map<string, number>();
  readonly #queue: Waiting[] = [];

  /** The number of waiting requests. */
  get waiting(): number {
    return this.#queue.length;
  }

  async take<Result>(
    shares: readonly Share[],
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#fits(shares)) this.#add(shares, 1);
    else await this.#wait(shares, signal);
    try {
      return await work();
    } finally {
      this.#add(shares, -1);
      this.#letIn();
    }
  }

  #fits = (shares: readonly Share[]): boolean =>
    shares.every(({ key, most }) => (this.#taken.get(key) ?? 0) < most);

  #add(shares: readonly Share[], change: 1 | -1): void {
    for (const { key } of shares) {
      const count = (this.#taken.get(key) ?? 0) + change;
      if (count > 0) this.#taken.set(key, count);
      else this.#taken.delete(key);
    }
  }

  #letIn(): void {
    for (let at = 0; at < this.#queue.length; ) {
      const waiting = this.#queue[at]!;
      if (this.#fits(waiting.shares)) {
        this.#queue.splice(at, 1);
        this.#add(waiting.shares, 1);
        waiting.enter();
      } else at += 1;
    }
  }

  #wait(shares: readonly Share[], signal: AbortSignal): Promise<void> {
    if (this.#queue.length >= maxWaiting) throw problem('busy');
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = this.#queue.indexOf(waiting);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(problem('unavailable'));
      };
      const waiting: Waiting = {
        shares,
        enter: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(waiting);
    });
  }
}
