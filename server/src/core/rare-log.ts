const everyMs = 60_000;

/**
 * Logs each kind of message at most once a minute, with the number of omitted messages, since the log may be on a full disk.
 */
export class RareLog {
  readonly #kinds = new Map<string, { at: number; left: number }>();

  write(kind: string, log: (left: { leftOut?: number }) => void): void {
    const now = performance.now();
    const last = this.#kinds.get(kind);
    if (last && now - last.at < everyMs) {
      last.left += 1;
      return;
    }
    this.#kinds.set(kind, { at: now, left: 0 });
    log(last?.left ? { leftOut: last.left } : {});
  }
}
