import type { FieldError } from '@aisle/contract/core/envelope';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Problem } from '../../core/problem.ts';
import type { Called } from './inner-calls.ts';

/** The outcome of a call for the audit log: one of these words, or a problem code. */
export type Outcome = 'answered' | 'previewed' | 'asked' | 'declined' | 'changed' | 'drafted' | (string & {});

export interface Result {
  result: CallToolResult;
  outcome: Outcome;
}

export const answered = (text: string, structured: Record<string, unknown>, outcome: Outcome): Result => ({
  result: { content: [{ type: 'text', text }], structuredContent: structured },
  outcome,
});

interface Failure {
  code: string;
  message: string;
  fields?: readonly FieldError[] | undefined;
  /** Beside the code, such as a new preview. */
  data?: Record<string, unknown>;
}
/** A tool result for a problem, with its code. */
export function failed({ code, message, fields, data }: Failure): Result {
  const wrong = fields?.map(({ path, message: text }) => `${path}: ${text}`) ?? [];
  return {
    result: {
      isError: true,
      content: [{ type: 'text', text: [`${message} (${code})`, ...wrong].join('\n') }],
      structuredContent: { code, message, ...(fields && fields.length > 0 && { fields }), ...data },
    },
    outcome: code,
  };
}

export const failedCall = ({ message, error }: Called): Result =>
  failed({ code: error?.code ?? 'unexpected', message, fields: error?.fields });

export const failedProblem = ({ code, message, fields }: Problem): Result =>
  failed({ code, message, fields });
