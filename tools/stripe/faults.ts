export const faultKinds = [
  'connectionLost',
  'answerLost',
  'noAnswer',
  'noAnswerAfterEffect',
  'error500',
  'error500AfterEffect',
  'rateLimit',
  'delay',
] as const;

/**
 * A fault of matching calls:
 *
 * - `connectionLost` breaks the connection before the effect, `answerLost` after it.
 * - `noAnswer` keeps the connection open without an answer, and `noAnswerAfterEffect` does so after the effect.
 * - `error500` fails before the effect, `error500AfterEffect` after it. Both are saved under the idempotency key.
 * - `rateLimit` answers 429 without effect, `delay` answers after `milliseconds`.
 */
export interface FaultRule {
  kind: (typeof faultKinds)[number];
  /** "POST" or "GET"; any method if missing. */
  method?: string;
  /** The beginning of the path, such as "/v1/refunds"; any call if missing. */
  path?: string;
  /** The end of the path, such as "/capture". */
  ending?: string;
  /** How often it strikes; forever if missing. */
  times?: number;
  /** The probability with which it strikes a matching call, 1 if missing. */
  probability?: number;
  milliseconds?: number;
}

export class Faults {
  #rules: FaultRule[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  add(rule: FaultRule): void {
    this.#rules.push({ ...rule });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault of a call, if one strikes. */
  next(method: string, path: string): FaultRule | null {
    const rule = this.#rules.find(
      (candidate) =>
        (candidate.method ?? method) === method &&
        path.startsWith(candidate.path ?? '/') &&
        path.endsWith(candidate.ending ?? '') &&
        this.#random() < (candidate.probability ?? 1),
    );
    if (!rule) return null;
    if (rule.times !== undefined) {
      rule.times -= 1;
      if (rule.times <= 0) this.#rules = this.#rules.filter((candidate) => candidate !== rule);
    }
    return rule;
  }
}
