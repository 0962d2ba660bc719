import { constants } from 'node:os';
import { type Problem, problem } from '../../core/problem.ts';

export const unreadableMail = (reason: string): Problem => problem('support.unreadable-mail', { reason });

/** What the system refused, such as ENOSPC: no fault of an email. Parsers have codes of their own. */
export const isSystemError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  Object.hasOwn(constants.errno, error.code);
