import { randomBytes, randomInt } from 'node:crypto';
import { hashRawSlowly } from '../passwords/passwords.ts';

// Excludes letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeCount = 10;
const lengthOfHalf = 5;

export interface HashedCodes {
  salt: Buffer;
  hashes: Buffer[];
}

const half = () => Array.from({ length: lengthOfHalf }, () => letters[randomInt(letters.length)]).join('');

/** Makes ten codes to show once, and the hashes to store. */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; kept: HashedCodes }> {
  const codes = new Set<string>();
  while (codes.size < codeCount) codes.add(`${half()}-${half()}`);
  const salt = randomBytes(32);
  const hashes = await Promise.all([...codes].map((code) => hashRecoveryCode(code, salt)));
  return { codes: [...codes], kept: { salt, hashes } };
}

/** Ignores spaces, the hyphen and case. */
export const hashRecoveryCode = (code: string, salt: Buffer): Promise<Buffer> =>
  hashRawSlowly(code.toLowerCase().replace(/[\s-]/g, ''), salt);
