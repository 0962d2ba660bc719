import { constants } from 'node:os';
import { type Problem, problem } from '../../core/problem.ts';

export const unreadableMail = (reason: string): Problem => problem('support.unreadable-mail', { reason });

/** Whether the system caused an error, such as ENOSPC, and not the email. Parsers use other codes. */
export const isSystemError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  Object.hasOwn(constants.errno, error.code);
