import { createResponseKey, type ResponseKey } from './decryption.ts';
import { AisleError, type FieldError } from './errors.ts';
import { pause } from './pause.ts';

export interface Options {
  /** The address of the server, such as `https://aisle.example.com`. */
  url: string;
  /** An API key, `aisle_…`. */
  key: string;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** Requests encrypted responses. Servers with `RESPONSE_ENCRYPTION=required` need it. */
  encrypted?: boolean;
  /** How often a failed call is repeated, if that is safe: 3 times by default. */
  retries?: number;
  /** The maximum duration of each attempt, 60,000 by default. */
  timeoutMs?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Overrides the one of the client. */
  timeoutMs?: number;
}

/** Options of calls that run once per key. */
export interface OnceOptions extends CallOptions {
  /**
   * By default a random key for each call, equal for its retries. Set one that you have stored if your program can stop
   * between the call and its response.
   */
  idempotencyKey?: string;
}

export interface Request {
  method: string;
  /** The path below `/api/v2`, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Blob | FormData | undefined;
  /** A repetition does no harm. */
  isSafe: boolean;
}

interface Envelope {
  status: boolean;
  message: string;
  data?: unknown;
  error?: { code: string; fields?: FieldError[]; details?: object; requestId: string };
}

const firstPauseMs = 300;
/** A longer `Retry-After` is left to the caller. */
const maxPauseMs = 60_000;

/** Sends requests to one server with one API key. */
export class Connection {
  readonly #options: Options;
  readonly #fetch: typeof fetch;
  #key: Promise<ResponseKey> | undefined;

  constructor(options: Options) {
    this.#options = options;
    // Called without the connection as `this`, which browsers reject.
    const send = options.fetch ?? fetch;
    this.#fetch = (...args) => send(...args);
  }

  /** The data of a response. Repeats attempts that failed, where that is safe. */
  async call(request: Request, { signal, timeoutMs }: CallOptions = {}): Promise<unknown> {
    const { retries = 3, timeoutMs: defaultMs = 60_000 } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const timeout = AbortSignal.timeout(timeoutMs ?? defaultMs);
      try {
        return await this.#attempt(request, signal ? AbortSignal.any([signal, timeout]) : timeout);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof AisleError) || attempt >= retries) throw error;
        const ms = pauseBefore(error, attempt, request.isSafe);
        if (ms === undefined) throw error;
        await pause(ms, signal);
      }
    }
  }

  /** The response to one attempt, whatever its status. */
  async send(
    { method, path, headers, body }: Omit<Request, 'isSafe'>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { url, key, encrypted } = this.#options;
    if (encrypted) this.#key ??= createResponseKey();
    const clientKey = await this.#key;
    try {
      return await this.#fetch(`${url.replace(/\/+$/, '')}/api/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(clientKey && { 'x-client-key': clientKey.header }),
          ...headers,
        },
        body: body ?? null,
        signal,
      });
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Parses JSON that can be encrypted. */
  async open(text: string): Promise<unknown> {
    return JSON.parse(text.startsWith('{') ? text : await (await this.#key)!.open(text));
  }

  /** The data of a response; throws an error response. */
  async dataOf(response: Response): Promise<unknown> {
    const { status, headers } = response;
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      throw failureOf(error);
    }
    let envelope: Envelope;
    try {
      envelope = (await this.open(text)) as Envelope;
      if (typeof envelope.status !== 'boolean') throw new TypeError('Not an envelope');
    } catch (cause) {
      const message = `The response (${status}) is not from Aisle`;
      throw new AisleError(message, { status, code: 'unreadable' }, { cause });
    }
    if (response.ok && envelope.status) return envelope.data;
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    throw new AisleError(envelope.message, {
      status,
      code: envelope.error?.code ?? 'unreadable',
      fields: envelope.error?.fields,
      details: envelope.error?.details,
      data: envelope.data,
      requestId: envelope.error?.requestId,
      retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    });
  }

  async #attempt(request: Request, signal: AbortSignal): Promise<unknown> {
    return this.dataOf(await this.send(request, signal));
  }
}

/**
 * The pause before the next attempt; undefined if there should be none. After a missing response or a 5xx, the outcome is
 * unknown. A server that limits requests or is busy has done nothing yet.
 */
function pauseBefore(
  { status, code, retryAfterSeconds = 0 }: AisleError,
  attempt: number,
  isSafe: boolean,
): number | undefined {
  const didNothing = status === 429 || code === 'busy';
  if (!didNothing && !(isSafe && (status === 0 || status >= 500))) return undefined;
  const ms = Math.max(firstPauseMs * 2 ** attempt, retryAfterSeconds * 1000);
  return ms <= maxPauseMs ? ms : undefined;
}

function failureOf(cause: unknown): AisleError {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
    ? new AisleError("Aisle didn't respond in time", { status: 0, code: 'timeout' }, { cause })
    : new AisleError("Can't reach Aisle", { status: 0, code: 'unreachable' }, { cause });
}
