import type { FieldError } from '@aisle/contract/core/envelope';

interface ApiErrorParts {
  /** The HTTP status; 0 without a response. */
  status: number;
  code: string;
  fields?: FieldError[] | undefined;
  details?: Record<string, unknown> | undefined;
  data?: unknown;
  requestId?: string | undefined;
}

/** A failed call, with the server's message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  readonly details: Record<string, unknown>;
  readonly data: unknown;
  readonly requestId: string | undefined;

  constructor(message: string, parts: ApiErrorParts) {
    super(message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.fields = parts.fields ?? [];
    this.details = parts.details ?? {};
    this.data = parts.data;
    this.requestId = parts.requestId;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
/** True if a later attempt can succeed: no response, or the server is busy or restarting. */
export const isPassing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 503);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** The error message of failed work, for a dialog that stays open; null on success. */
export const failureOf = (work: Promise<unknown>): Promise<string | null> => work.then(() => null, messageOf);
