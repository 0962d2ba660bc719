import { randomBytes } from 'node:crypto';
import { checkCharacter, codeAlphabet } from '@aisle/contract/customers/gift-card-code';
import type { Context } from '../../core/context.ts';
import type { Seals } from '../../core/db/seals/seals.ts';
import type { Guesser } from '../../core/http/limits/code-guesses.ts';
import { problem } from '../../core/problem.ts';
import { type FoundGiftCard, findByHash } from './gift-cards.queries.ts';

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

/** Looks up a code, unless the caller tried too many unknown ones. */
export async function tryCode(
  { tx, services, ...guesser }: Context & Guesser,
  hash: Buffer,
): Promise<FoundGiftCard | undefined> {
  const seconds = services.codeGuesses.secondsBlocked(guesser);
  if (seconds > 0) throw problem('too-many-requests', { seconds });
  const found = await findByHash(tx, hash);
  if (!found) services.codeGuesses.countUnknown(tx, guesser, [hash.toString('base64')]);
  return found;
}
