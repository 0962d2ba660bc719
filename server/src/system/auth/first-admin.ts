import { normalEmail } from '@aisle/contract/core/normal-text';
import { nameOfUnnamed } from '@aisle/contract/system/auth/auth';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { type Settings, WrongSettings } from '../../core/settings.ts';
import { getSettings } from '../settings/settings.service.ts';
import { findAccountByEmail, hasAnyPassword, insertAdministrator, lockFirstStart } from './auth.queries.ts';
import { makePasswordLink } from './passwords/password-links.ts';
import { weaknessOf } from './passwords/password-rules.ts';
import { hashPassword } from './passwords/passwords.ts';

/** Sign-in name of the first administrator if the settings have no email. It has no mailbox. */
const unnamedAdmin = 'admin@aisle.local';

interface FirstSignIn {
  email: string;
  /** Sets the password once; valid for 7 days. */
  link: string;
}

/**
 * Guesses a name from an email until the user enters their own: "olga.smith@…" is Olga Smith. A single word, such as "you" or
 * "office", is no name.
 */
export function nameIn(email: string): { firstName: string; lastName: string } {
  const words = email.split('@', 1)[0]!.match(/\p{L}+/gu) ?? [];
  const [firstName, lastName] = words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1, 60)}`);
  return firstName && lastName ? { firstName, lastName } : nameOfUnnamed;
}

/**
 * Ensures that someone can sign in: creates the administrator of the settings if it is absent, and never changes it. Without
 * one, and while no user has a password, returns a one-time link to print at the start.
 */
export function ensureFirstAdmin(db: Database, settings: Settings): Promise<FirstSignIn | null> {
  return transaction(db, system, async (tx) => {
    // Two servers may start on one database at once.
    await lockFirstStart(tx);
    const { admin } = settings;
    if (admin) {
      const email = normalEmail(admin.email);
      if (!(await findAccountByEmail(tx, email))) {
        const { brandName: brand } = await getSettings(tx);
        const weakness = await weaknessOf(admin.password, { brand, ...nameIn(email), email });
        if (weakness) throw new WrongSettings(`ADMIN_PASSWORD: ${weakness}`);
        await insertAdministrator(tx, {
          id: newId(),
          ...nameIn(email),
          email,
          passwordHash: await hashPassword(admin.password),
        });
      }
      return null;
    }
    if (await hasAnyPassword(tx)) return null;
    let id = (await findAccountByEmail(tx, unnamedAdmin))?.id;
    if (!id) {
      id = newId();
      await insertAdministrator(tx, {
        id,
        ...nameIn(unnamedAdmin),
        email: unnamedAdmin,
        passwordHash: null,
      });
    }
    return { email: unnamedAdmin, link: await makePasswordLink(tx, settings, { id, hasPassword: false }) };
  });
}
