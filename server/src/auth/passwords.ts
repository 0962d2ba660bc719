import { hash, verify } from '@node-rs/argon2';

/** argon2id, at the cost that OWASP advises, which are the library's defaults. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let ofNobody: Promise<string> | undefined;

/** Takes as long for somebody without a password, or who does not exist, as for a wrong one. */
export async function passwordFits(passwordHash: string | null | undefined, given: string): Promise<boolean> {
  ofNobody ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await ofNobody), given);
  return fits && typeof passwordHash === 'string';
}
