import type { ProblemCode } from '@aisle/contract/errors';
import { type Problem, problem, wrongField } from '../problem.ts';

/** Constraints, or codes of our own, each with the problem that reports its violation. */
export type ConstraintProblems = Readonly<Record<string, (detail: string) => Problem>>;

/** "Key (lower(sku))=(a1) already exists." → "a1". */
export function valueIn(detail: string): string {
  const start = detail.indexOf('=(');
  const end = detail.lastIndexOf(') already exists');
  return start < 0 || end < start ? '' : detail.slice(start + 2, end);
}

/** A taken name, code or address: the field and the sentence. */
export const taken = (path: string, what: string): Problem =>
  problem('duplicate', { what }, { fields: [{ path, message: `${what} is already taken` }] });

interface DatabaseError {
  code?: string;
  constraint?: string;
  detail?: string;
  table?: string;
}

/** What the database refused, as a problem that a person can do something about; nothing for the rest. */
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
    // Another location's row, or what people of single locations may not write: as if it were not there.
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
    // Started, stopped, crashed or out of connections.
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
      return known[constraint ?? code ?? '']?.(detail) ?? (isOfData(code) ? outOfRange() : undefined);
  }
}

/** Finds the reason why nothing can be saved: a full disk, no memory, or a read-only database. */
export const writeTroubles: ReadonlySet<ProblemCode> = new Set(['disk-full', 'out-of-memory', 'read-only']);

/** The trouble behind an error, at whatever depth of its causes: libraries wrap the errors of the file system. */
export function writeTroubleOf(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = problemOfDatabase(error, {});
  return found && writeTroubles.has(found.code) ? found : writeTroubleOf(error.cause);
}

/** The database can't be reached, or went away meanwhile. */
export const isAway = (error: unknown): boolean => problemOfDatabase(error, {})?.code === 'unavailable';

/** The database has no room or memory, or is read-only: what is read is right all the same. */
export const isUnwritable = (error: unknown): boolean =>
  ['53100', '53200', '25006'].includes((error as DatabaseError).code ?? '');

/** A number, date or text that passed the schema and still can't be stored. A division by zero is our own fault. */
const isOfData = (code: string | undefined) => code?.startsWith('22') && code !== '22012';
const outOfRange = () => problem('malformed-request', { reason: 'a value is out of range' });

/** The driver gives no code to what was asked on a connection that broke meanwhile, or before. */
const isBroken = (error: unknown) =>
  error instanceof Error &&
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    error.message,
  );

/** "This sub-product no longer exists", of `sub_product_id`. */
function missing(column: string): string {
  const name = column.replace(/_id$/, '').replace(/^sub_/, 'sub-').replaceAll('_', ' ');
  return `This ${name || 'record'} no longer exists`;
}
const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
