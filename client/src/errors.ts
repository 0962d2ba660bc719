import type { ProblemDetails } from './generated/problems.ts';

/** A rejected field, with its path in dot notation: `lines.0.quantity`. */
export interface FieldError {
  path: string;
  message: string;
}

type None = Record<string, never>;
/** Codes besides those that the contract declares, with their details. */
interface OtherDetails {
  /** An error in Aisle itself (500). */
  unexpected: None;
  /** No response. */
  unreachable: None;
  /** No response within `timeoutMs`. */
  timeout: None;
  /** The response isn't from Aisle, but perhaps from a proxy. */
  unreadable: None;
}
type Details = ProblemDetails & OtherDetails;

/** The stable codes of errors. A newer server can send others. */
export type ErrorCode = keyof Details;

export interface ErrorParts {
  /** The HTTP status; 0 without a response. */
  status: number;
  code: string;
  /** Invalid fields, for `validation-failed`. */
  fields?: FieldError[] | undefined;
  details?: object | undefined;
  /** Sent by some errors, such as the new quote of `mainOrders.price-changed`. */
  data?: unknown;
  /** Names the request in the logs of the server. */
  requestId?: string | undefined;
  /** The `Retry-After` of the response. */
  retryAfterSeconds?: number | undefined;
}

/** A failed call, with the server's message for people. */
export class AisleError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  readonly details: object;
  readonly data: unknown;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, parts: ErrorParts, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AisleError';
    this.status = parts.status;
    this.code = parts.code;
    this.fields = parts.fields ?? [];
    this.details = parts.details ?? {};
    this.data = parts.data;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** An error with a known code, and the details of that code. */
export interface AisleErrorOf<Code extends ErrorCode> extends AisleError {
  readonly code: Code;
  readonly details: Details[Code];
}
export type AnyAisleError = { [Code in ErrorCode]: AisleErrorOf<Code> }[ErrorCode];

/** Narrows a caught error: `if (isAisleError(error) && error.code === 'version-stale')` gives it the details of its code. */
export const isAisleError = (error: unknown): error is AnyAisleError => error instanceof AisleError;
