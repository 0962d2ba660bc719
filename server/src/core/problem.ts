import type { FieldError } from '@aisle/contract/core/envelope';
import { type DetailsOf, type ProblemCode, problemMessage, problems } from '@aisle/contract/errors';

/** Something that a person can do something about; everything else is an unexpected error. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  /** Wrong fields, for a form to show at their place. */
  readonly fields: FieldError[] | undefined;
  /** What the answer's `data` holds: the current record of a conflict, a captcha. */
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

/** With a message of your own, the details that would fill in the default one may be left out. */
type ProblemArgs<Details> =
  | (Record<never, never> extends Details ? [details?: Details, extra?: ProblemExtra] : never)
  | [details: Details, extra?: ProblemExtra]
  | [details: Partial<Details>, extra: ProblemExtra & { message: string }];

export const problem = <Code extends ProblemCode>(
  code: Code,
  ...[details = {}, extra = {}]: ProblemArgs<DetailsOf<Code>>
): Problem => new Problem(code, details, extra);

/** One wrong field that only the server can know of. */
export const wrongField = (path: string, message: string): Problem =>
  problem('validation-failed', {}, { fields: [{ path, message }] });

/** A body that is not even what it says it is: no single field is wrong, the whole of it is. */
export const malformed = (reason: string): Problem =>
  problem('malformed-request', { reason }, { fields: [{ path: '', message: reason }] });

const mib = 1024 * 1024;
/** What came has more bytes than this. */
export const tooLarge = (bytes: number): Problem =>
  problem('too-large', { limit: bytes < mib ? `${bytes / 1024} KiB` : `${bytes / mib} MiB` });

/** "Brand was not found": also the answer for a row of another location. */
export const notFound = (what: string): Problem => problem('not-found', { what });

/** A record named in the body that is not there, or is another location's: the answer names the field too. */
export const missingAt = (path: string, what: string): Problem =>
  problem('not-found', { what }, { fields: [{ path, message: 'Not found' }] });

/** Somebody else was faster; `current` is the record as it is now, `fields` where the two clash. */
export const stale = (current: { version: number }, fields?: FieldError[]): Problem =>
  problem('version-stale', { currentVersion: current.version }, { data: current, ...(fields && { fields }) });

/** A flow does not lead there from here, or not for this person. `current` is the record as it is now. */
export const stepNotPossible = (
  step: { from: string; to: string; allowed: readonly string[] },
  current?: unknown,
): Problem => problem('orders.step-not-possible', step, { data: current });

/** "Milk was not found" unless it is there. */
export function mustFind<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw notFound(what);
  return row;
}
