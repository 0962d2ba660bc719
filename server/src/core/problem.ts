import type { FieldError } from '@aisle/contract/core/envelope';
import { type DetailsOf, type ProblemCode, problemMessage, problems } from '@aisle/contract/errors';

/** An error that the user can act on; all other errors are unexpected. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  /** Invalid fields, which a form shows in place. */
  readonly fields: FieldError[] | undefined;
  /** The `data` of the response, such as the current record of a conflict, or a captcha. */
  readonly data: unknown;

  constructor(code: ProblemCode, details: Readonly<Record<string, unknown>>, extra: ProblemExtra) {
    super(extra.message ?? problemMessage(code, details));
    this.code = code;
    this.status = problems[code].status;
    this.details = details;
    this.fields = extra.fields;
    this.data = extra.data;
  }
}
interface ProblemExtra {
  fields?: FieldError[];
  data?: unknown;
  message?: string;
}

/** With a custom message, the details of the default message can be omitted. */
type ProblemArgs<Details> =
  | (Record<never, never> extends Details ? [details?: Details, extra?: ProblemExtra] : never)
  | [details: Details, extra?: ProblemExtra]
  | [details: Partial<Details>, extra: ProblemExtra & { message: string }];

export const problem = <Code extends ProblemCode>(
  code: Code,
  ...[details = {}, extra = {}]: ProblemArgs<DetailsOf<Code>>
): Problem => new Problem(code, details, extra);

/** An invalid field that only the server can detect. */
export const wrongField = (path: string, message: string): Problem =>
  problem('validation-failed', {}, { fields: [{ path, message }] });

/** A body that can't be parsed as its declared type, so no single field is at fault. */
export const malformed = (reason: string): Problem =>
  problem('malformed-request', { reason }, { fields: [{ path: '', message: reason }] });

const mib = 1024 * 1024;
/** The input is larger than this limit. */
export const tooLarge = (bytes: number): Problem =>
  problem('too-large', { limit: bytes < mib ? `${bytes / 1024} KiB` : `${bytes / mib} MiB` });

/** "Brand was not found"; also the response for a row of another location. */
export const notFound = (what: string): Problem => problem('not-found', { what });

/** A record named in the body that doesn't exist or belongs to another location. The response names the field. */
export const missingAt = (path: string, what: string): Problem =>
  problem('not-found', { what }, { fields: [{ path, message: 'Not found' }] });

/**
 * Another user saved first. `current` is the current record, `fields` those in conflict. `message` says what the other user
 * did, if it is known.
 */
export const stale = (current: { version: number }, fields?: FieldError[], message?: string): Problem =>
  problem(
    'version-stale',
    { currentVersion: current.version },
    { data: current, ...(fields && { fields }), ...(message && { message }) },
  );

/**
 * A step that the flow doesn't allow from here, or not for this user. The details have the keys of the statuses; `message` is
 * for people. `current` is the current record.
 */
export const stepNotPossible = (
  step: { from: string; to: string; allowed: readonly string[] },
  message: string,
  current?: unknown,
): Problem => problem('orders.step-not-possible', step, { data: current, message });

/** "O-100042 is “Delivered” now, so it can't change to “Picking”" */
export function impossibleStepText(
  what: string,
  { from, to }: { from: string; to: string },
  labels: Readonly<Partial<Record<string, string>>>,
): string {
  const [now, wanted] = [labels[from] ?? from, labels[to] ?? to];
  return from === to
    ? `${what} is already “${now}”`
    : `${what} is “${now}” now, so it can't change to “${wanted}”`;
}

/** Throws "Milk was not found" if the row doesn't exist. */
export function mustFind<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw notFound(what);
  return row;
}
