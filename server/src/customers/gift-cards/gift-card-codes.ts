import { randomBytes } from 'node:crypto';
import { checkCharacter, codeAlphabet } from '@aisle/contract/customers/gift-card-code';
import type { Seals } from '../../core/db/seals/seals.ts';
import type { Actor } from '../../core/http/actor.ts';
import { takeOf } from '../../core/http/limits/limits.queries.ts';
import { problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';

/** A new random code of 80 bits and a check character. */
export function newCode(): string {
  const body = [...randomBytes(16)].map((byte) => codeAlphabet[byte % codeAlphabet.length]!).join('');
  return body + checkCharacter(body);
}

/** What is stored of a code. Without the installation's key, codes can't be tried against it. */
export const storedForm = (seals: Seals, code: string): { hash: Buffer; last4: string } => ({
  hash: seals.sign(code, 'gift-card'),
  last4: code.slice(12, 16),
});

/** A storefront's server tries the codes of all its shoppers. */
const mostOf = ({ apiKeyId }: Actor): number => (apiKeyId ? 300 : 20);

/**
 * Looks up a code. Unknown codes are counted for each user and API key, in a transaction of their own. They are counted before
 * the lookup, so that concurrent guesses count too.
 */
export async function tryCode<Found>(
  { inTransaction }: Services,
  actor: Actor,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const key = `gift card codes ${actor.apiKeyId ?? actor.userId}`;
  const limit = { key, most: mostOf(actor), seconds: 15 * 60 };
  const { granted, seconds } = await inTransaction(null, (tx) => takeOf(tx, limit, 1));
  if (granted === 0) throw problem('too-many-requests', { seconds: Math.max(1, Math.ceil(seconds)) });
  const found = await find();
  if (found) await inTransaction(null, (tx) => takeOf(tx, limit, -1));
  return found;
}
