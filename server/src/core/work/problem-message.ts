import { Problem } from '../problem.ts';

/** A thread's failure in a form that can be posted to the caller, since classes don't survive the transfer. */
export type Failure =
  | { problem: Pick<Problem, 'code' | 'details' | 'fields' | 'data' | 'message'> }
  | { error: { message: string; stack: string | undefined; code: string | undefined } };

export function toFailure(error: unknown): Failure {
  if (error instanceof Problem) {
    const { code, details, fields, data, message } = error;
    return { problem: { code, details, fields, data, message } };
  }
  const { message, stack, code } = error as NodeJS.ErrnoException;
  return { error: { message: message ?? String(error), stack, code } };
}

export function fromFailure(failure: Failure): Error {
  if ('problem' in failure) {
    const { code, details, fields, data, message } = failure.problem;
    return new Problem(code, details, { message, data, ...(fields && { fields }) });
  }
  const { message, stack, code } = failure.error;
  return Object.assign(new Error(message), { stack, ...(code && { code }) });
}
