import { hash, hashRaw, verify } from '@node-rs/argon2';
import { Semaphore } from '../../../core/semaphore.ts';

/** Each hash takes 19 MiB and a thread of the pool that also reads files. */
const turns = new Semaphore({ concurrency: 2, waiting: 300 });

/** Parameters of argon2id that OWASP recommends: 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const begin = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password, cost));

/** Whether a password was hashed with other parameters than now. It is hashed again at the next sign-in. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(begin);

/** Hashes with the caller's salt, for codes that are looked up by their hash. */
export const hashRawSlowly = (text: string, salt: Buffer): Promise<Buffer> =>
  turns.take(() => hashRaw(text, { salt }));

let dummyHash: Promise<string> | undefined;

/** Takes as long without an account or a password as with a wrong password, so that the time reveals nothing. */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const compared = passwordHash ?? (await dummyHash);
  const fits = await turns.take(() => verify(compared, password));
  return fits && typeof passwordHash === 'string';
}
