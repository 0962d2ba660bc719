import { ApiProblem } from './errors.ts';

export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

interface Saved {
  at: number;
  /** Method, path and body, which a repeated request must match. */
  request: string;
  answer: Answer | null;
}

const keptSeconds = 24 * 3600;

/**
 * Idempotency keys: a repeated request gets the saved answer, even a 500, for 24 hours. Other parameters under the same key are an
 * error, and so is a repetition while the first request is still running. See https://docs.stripe.com/api/idempotent_requests
 */
export class IdempotencyKeys {
  readonly #saved = new Map<string, Saved>();

  /** Returns the saved answer, or reserves the key for a new request. */
  begin(key: string, request: string, now: number): Answer | null {
    if (key.length > 255) throw new ApiProblem('Idempotency keys have up to 255 characters.');
    const saved = this.#saved.get(key);
    if (saved && saved.at + keptSeconds > now) {
      if (saved.request !== request) {
        throw new ApiProblem(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          { type: 'idempotency_error' },
        );
      }
      if (!saved.answer) {
        throw new ApiProblem(
          'There is currently another in-progress request using this Idempotent Key. Please try again later.',
          { status: 409, code: 'idempotency_key_in_use' },
        );
      }
      return saved.answer;
    }
    this.#saved.set(key, { at: now, request, answer: null });
    return null;
  }

  save(key: string, answer: Answer): void {
    const saved = this.#saved.get(key);
    if (saved) saved.answer = answer;
  }

  /** Forgets a key whose request was refused before it was executed. */
  release(key: string): void {
    this.#saved.delete(key);
  }
}
