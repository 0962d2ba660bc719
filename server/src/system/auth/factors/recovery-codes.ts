import { randomBytes, randomInt } from 'node:crypto';
import { hashRawSlowly } from '../passwords/passwords.ts';

// Without letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeCount = 10;
const lengthOfHalf = 5;

export interface HashedCodes {
  salt: Buffer;
  hashes: Buffer[];
}

const half = () => Array.from({ length: lengthOfHalf }, () => letters[randomInt(letters.length)]).join('');

/** Ten codes to show once, and what is kept of them. */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; kept: HashedCodes }> {
  const codes = new Set<string>();
  while (codes.size < codeCount) codes.add(`${half()}-${half()}`);
  const salt = randomBytes(32);
  const hashes = await Promise.all([...codes].map((code) => hashRecoveryCode(code, salt)));
  return { codes: [...codes], kept: { salt, hashes } };
}

/** Spaces, the hyphen and case don't matter. */
export const hashRecoveryCode = (code: string, salt: Buffer): Promise<Buffer> =>
  hashRawSlowly(code.toLowerCase().replace(/[\s-]/g, ''), salt);
