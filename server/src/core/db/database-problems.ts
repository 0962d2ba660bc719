import type { ProblemCode } from '@aisle/contract/errors';
import { type Problem, problem, wrongField } from '../problem.ts';

/** Constraints or custom error codes, each with the problem that reports its violation. */
export type ConstraintProblems = Readonly<Record<string, (detail: string) => Problem>>;

/** "Key (lower(sku))=(a1) already exists." → "a1". */
export function valueIn(detail: string): string {
  const start = detail.indexOf('=(');
  const end = detail.lastIndexOf(') already exists');
  return start < 0 || end < start ? '' : detail.slice(start + 2, end);
}

/** A name, code or address that is already in use: the field and its message. */
export const taken = (path: string, what: string): Problem =>
  problem('duplicate', { what }, { fields: [{ path, message: `${what} is already taken` }] });

interface DatabaseError {
  code?: string;
  constraint?: string;
  detail?: string;
  table?: string;
}

/** Converts a database error into a problem that the user can act on; undefined for all other errors. */
export function problemOfDatabase(error: unknown, known: ConstraintProblems): Problem | undefined {
  const { code, constraint, detail = '', table } = error as DatabaseError;
  switch (code) {
    case '23505':
      return known[constraint ?? '']?.(detail) ?? problem('duplicate', { what: 'This' });
    case '23503': {
      if (detail.includes('is still referenced')) return problem('in-use', { what: 'This', by: `${table}` });
      const column = /Key \(([^()]*)\)/.exec(detail)?.[1]?.split(', ').pop() ?? '';
      return wrongField(camelCase(column), missing(column));
    }
    // A row of another location, or a write that store users aren't allowed to make: respond as if the row didn't exist.
    case '42501':
      return problem('not-found', { what: 'This' });
    case '53100':
    case 'ENOSPC':
    case 'EDQUOT':
      return problem('disk-full');
    case '53200':
    case 'ENOMEM':
      return problem('out-of-memory');
    case '25006':
    case 'EROFS':
      return problem('read-only');
    // The server is starting, stopped, crashed or out of connections.
    case '57P01':
    case '57P02':
    case '57P03':
    case '53300':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
      return problem('unavailable');
    default:
      if (code === undefined && isBroken(error)) return problem('unavailable');
      return known[constraint ?? code ?? '']?.(detail) ?? (isDataError(code) ? outOfRange() : undefined);
  }
}

/** Reasons why nothing can be saved: a full disk, no memory, or a read-only database. */
export const writeTroubles: ReadonlySet<ProblemCode> = new Set(['disk-full', 'out-of-memory', 'read-only']);

/** Finds a write failure in an error or its causes at any depth, since libraries wrap file system errors. */
export function writeTroubleOf(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = problemOfDatabase(error, {});
  return found && writeTroubles.has(found.code) ? found : writeTroubleOf(error.cause);
}

/** The database can't be reached, or the connection broke. */
export const isUnavailable = (error: unknown): boolean =>
  problemOfDatabase(error, {})?.code === 'unavailable';

/** The database has no space or memory, or is read-only. Reads still return correct data. */
export const isUnwritable = (error: unknown): boolean =>
  ['53100', '53200', '25006'].includes((error as DatabaseError).code ?? '');

/** A number, date or text that matched the schema but can't be stored. A division by zero is a bug in the code instead. */
const isDataError = (code: string | undefined) => code?.startsWith('22') && code !== '22012';
const outOfRange = () => problem('malformed-request', { reason: 'a value is out of range' });

/** The driver sets no code on errors of a broken connection. */
const isBroken = (error: unknown) =>
  error instanceof Error &&
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    error.message,
  );

/** Returns "This sub-product no longer exists" for `sub_product_id`. */
function missing(column: string): string {
  const name = column.replace(/_id$/, '').replace(/^sub_/, 'sub-').replaceAll('_', ' ');
  return `This ${name || 'record'} no longer exists`;
}
const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
