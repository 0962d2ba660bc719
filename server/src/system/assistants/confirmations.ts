import { hash } from 'node:crypto';
import type { ToolRequest } from '@aisle/contract/core/tool';
import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { takeOf } from '../../core/http/limits/limits.queries.ts';
import { newId } from '../../core/ids.ts';
import { problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';

/** The change that a confirmation allows. The token also contains its API key and its expiration. */
export interface Confirmation {
  id: string;
  tool: string;
  /** The hash of the exact arguments. */
  input: string;
  /** The preview that was shown. */
  seen: string;
}

export const confirmationSeconds = 120;

/**
 * Signs confirmations, as tokens and as the state of a request for input. Each is bound to an API key and expires.
 */
export const confirmationCodec = (key: Buffer): RequestStateCodec<Confirmation> =>
  createRequestStateCodec({
    key: new Uint8Array(key),
    ttlSeconds: confirmationSeconds,
    bind: ({ mcpReq, http }: ServerContext) => `${mcpReq.method} ${http?.authInfo?.clientId}`,
  });

export const newConfirmation = (tool: string, request: ToolRequest, seen: string): Confirmation => ({
  id: newId(),
  tool,
  input: hashOf(request),
  seen,
});
const hashOf = (request: ToolRequest): string => hash('sha256', JSON.stringify(request), 'base64url');

/** Throws unless the confirmation is for this call and was not used. It is kept as used until it expires. */
export async function useConfirmation(
  { inTransaction }: Services,
  confirmation: Confirmation,
  call: { tool: string; request: ToolRequest },
): Promise<void> {
  if (confirmation.tool !== call.tool || confirmation.input !== hashOf(call.request)) {
    throw problem('assistants.confirmation-invalid');
  }
  const { granted } = await inTransaction(null, (tx) =>
    takeOf(tx, { key: `confirmation ${confirmation.id}`, most: 1, seconds: confirmationSeconds }, 1),
  );
  if (granted === 0) throw problem('assistants.confirmation-used');
}
