import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { wrongField } from '../../../core/problem.ts';

/** Names that a password must not contain: attackers who know the user or the marketplace try them first. */
export interface PasswordOwner {
  brand: string;
  firstName: string;
  lastName: string;
  email: string;
}

const tooCommon = 'This password is too common. Choose one that is harder to guess';
const tooPersonal = "Your password can't contain your name, your email or the name of the marketplace";
/** Too many good passwords contain shorter names and words. */
const minLetters = 4;

let common: Promise<string> | undefined;
/** Reads one string with a line for each password, which takes a tenth of the memory of a set. */
async function readCommon(): Promise<string> {
  const packed = await readFile(new URL('./data/common-passwords.txt.gz', import.meta.url));
  return `\n${(await promisify(gunzip)(packed)).toString('latin1')}`;
}

/** "password1!" → "password1!", "password1", "password": drops the digits and symbols at the end one by one. */
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

/** "José Díaz" → "josediaz": as users spell it where they can only type letters and digits. */
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

/** Returns why a password is weak, apart from its length and characters; null if it is strong enough. */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | null> {
  if (isPersonal(password, owner)) return tooPersonal;
  return (await isCommon(password)) ? tooCommon : null;
}

/** Applies the same rule wherever a password is set, and reports a weak one at its field. */
export async function mustBeStrong(password: string, owner: PasswordOwner): Promise<void> {
  const weakness = await weaknessOf(password, owner);
  if (weakness) throw wrongField('password', weakness);
}
