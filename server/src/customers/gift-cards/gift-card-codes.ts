import { randomBytes } from 'node:crypto';
import { checkCharacter, codeAlphabet } from '@aisle/contract/customers/gift-card-code';
import type { Context } from '../../core/context.ts';
import { giftCardContext } from '../../core/db/seals/sealed-columns.ts';
import type { Seals } from '../../core/db/seals/seals.ts';
import type { Guesser } from '../../core/http/limits/code-guesses.ts';
import { type FoundGiftCard, findByHashes, type StoredCode } from './gift-cards.queries.ts';

/** A random code of 80 bits and a check character. */
export function newCode(): string {
  const body = [...randomBytes(16)].map((byte) => codeAlphabet[byte % codeAlphabet.length]!).join('');
  return body + checkCharacter(body);
}

/** Without the installation's key, codes can't be tried against it. */
const hashOf = (seals: Seals, code: string): Buffer => seals.sign(code, 'gift-card');

export interface NewCode extends StoredCode {
  code: string;
}
/** A new code, and what is stored of it. It is sealed until its delivery, unless the response delivers it. */
export function makeCode(seals: Seals, cardId: string, { isSealed }: { isSealed: boolean }): NewCode {
  const code = newCode();
  return {
    code,
    hash: hashOf(seals, code),
    last4: code.slice(12, 16),
    sealed: isSealed ? seals.seal(code, giftCardContext(cardId)) : null,
  };
}

interface Tried {
  /** One for each code; undefined for unknown codes. */
  cards: (FoundGiftCard | undefined)[];
  /** The caller tried too many unknown codes, and none was looked up. Seconds until codes can be tried again. */
  throttledFor: number | null;
}
/** Finds the cards with these codes, and locks them to spend them, unless the caller tried too many unknown codes. */
export async function tryCodes(
  { tx, services, ...guesser }: Context & Guesser,
  codes: readonly string[],
  isSpending = false,
): Promise<Tried> {
  const seconds = services.codeGuesses.secondsBlocked(guesser);
  if (seconds > 0) return { cards: codes.map(() => undefined), throttledFor: seconds };
  const hashes = codes.map((code) => hashOf(services.seals, code));
  const cards = await findByHashes(tx, hashes, isSpending);
  const unknown = hashes.filter((_, index) => cards[index] === undefined);
  services.codeGuesses.countUnknown(
    tx,
    guesser,
    unknown.map((hash) => hash.toString('base64')),
  );
  return { cards, throttledFor: null };
}
