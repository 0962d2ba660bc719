import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { wrongField } from '../../../core/problem.ts';

/** What a password must not contain: people who know the person or the marketplace try it first. */
export interface PasswordOwner {
  brand: string;
  firstName: string;
  lastName: string;
  email: string;
}

const tooCommon = 'This password is too common. Choose one that is harder to guess';
const tooPersonal = "Your password can't contain your name, your email or the name of the marketplace";
/** Shorter names and words are within too many good passwords. */
const minLetters = 4;

let common: Promise<string> | undefined;
/** One text with a line for each, which takes a tenth of the memory of a set. */
async function readCommon(): Promise<string> {
  const packed = await readFile(new URL('./data/common-passwords.txt.gz', import.meta.url));
  return `\n${(await promisify(gunzip)(packed)).toString('latin1')}`;
}

/** "password1!" → "password1!", "password1", "password": without more and more of the digits and symbols at its end. */
function beginnings(password: string): string[] {
  const lowered = password.toLowerCase();
  const found = [lowered];
  let rest = lowered;
  while (rest.length > minLetters && !/\p{L}$/u.test(rest)) {
    rest = rest.slice(0, -1);
    found.push(rest);
  }
  return found;
}

async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon();
  const list = await common;
  return beginnings(password).some((text) => list.includes(`\n${text}\n`));
}

/** "José Díaz" → "josediaz": as people spell it where only letters and digits can be typed. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

function isPersonal(password: string, { brand, firstName, lastName, email }: PasswordOwner): boolean {
  const typed = plain(password);
  return [brand, firstName, lastName, email.split('@', 1)[0]!]
    .map(plain)
    .some((word) => word.length >= minLetters && typed.includes(word));
}

/** Why nobody should choose this password, beyond its length and characters; null where it is fine. */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | null> {
  if (isPersonal(password, owner)) return tooPersonal;
  return (await isCommon(password)) ? tooCommon : null;
}

/** The same rule wherever a password is set; a refusal is reported at its field. */
export async function mustBeStrong(password: string, owner: PasswordOwner): Promise<void> {
  const weakness = await weaknessOf(password, owner);
  if (weakness) throw wrongField('password', weakness);
}
