interface Timer {
  at: number;
  run: () => void;
}

/** The time of the stand-in in seconds. It follows the real time until a test moves it forward. */
export class Clock {
  #offset = 0;
  #frozen: number | undefined;
  #timers: Timer[] = [];

  now(): number {
    return this.#frozen ?? Math.floor(Date.now() / 1000) + this.#offset;
  }

  /** Runs something at a time, or at once if that time has passed. */
  at(at: number, run: () => void): void {
    this.#timers.push({ at, run });
  }

  advance(seconds: number): void {
    const target = this.now() + seconds;
    this.#runUntil(target);
    this.#offset += seconds;
  }

  /** Runs the timers that are due. */
  settle(): void {
    this.#runUntil(this.now());
  }

  /** Each timer sees its own time, so that a jump of a week leaves a payout on each of its days. */
  #runUntil(target: number): void {
    for (;;) {
      const next = this.#timers.reduce<Timer | undefined>(
        (first, timer) => (timer.at <= target && (!first || timer.at < first.at) ? timer : first),
        undefined,
      );
      if (!next) return;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      const before = this.#frozen;
      this.#frozen = Math.max(next.at, before ?? 0);
      try {
        next.run();
      } finally {
        this.#frozen = before;
      }
    }
  }
}
