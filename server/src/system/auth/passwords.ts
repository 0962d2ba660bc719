import { hash, hashRaw, verify } from '@node-rs/argon2';
import { Turns } from '../../core/turns.ts';

/** Each takes 19 MiB and a thread of the pool that files are read in, too. */
const turns = new Turns({ atOnce: 2, waiting: 300 });

/** argon2id, at the cost that OWASP advises, which are the library's defaults. */
export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password));

/** The same with a salt of the caller's, for codes that are looked up by their hash. */
export const hashRawSlowly = (text: string, salt: Buffer): Promise<Buffer> =>
  turns.take(() => hashRaw(text, { salt }));

let dummyHash: Promise<string> | undefined;

/** Takes as long without an account or a password as with a wrong one, so that the time reveals nothing. */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const compared = passwordHash ?? (await dummyHash);
  const fits = await turns.take(() => verify(compared, password));
  return fits && typeof passwordHash === 'string';
}
