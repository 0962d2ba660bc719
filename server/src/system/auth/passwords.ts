import { hash, verify } from '@node-rs/argon2';

/** argon2id, at the cost that OWASP advises, which are the library's defaults. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let dummyHash: Promise<string> | undefined;

/** Takes as long without an account or a password as with a wrong one, so that the time reveals nothing. */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await dummyHash), password);
  return fits && typeof passwordHash === 'string';
}
