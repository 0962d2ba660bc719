import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The type of a database since its first start. */
export interface Installation {
  isDemo: boolean;
  /** Whether the demo's passwords were generated at the first start, instead of the documented ones. */
  hasOwnPasswords: boolean;
}

export async function findInstallation(tx: Tx): Promise<Installation | undefined> {
  return tx
    .selectFrom('installation')
    .select(['is_demo as isDemo', 'has_own_passwords as hasOwnPasswords'])
    .executeTakeFirst();
}

/** Written once: the type of a database never changes. */
export async function recordInstallation(tx: Tx, { isDemo, hasOwnPasswords }: Installation): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ is_demo: isDemo, has_own_passwords: hasOwnPasswords })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the database is in use, so that it can't become a demo. */
export async function isInUse(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE password_hash IS NOT NULL) OR EXISTS (SELECT FROM locations)
      OR EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM customers) OR EXISTS (SELECT FROM brands) AS used`.execute(
    tx,
  );
  return rows[0]!.used;
}

export const hasOwnPasswords = async (tx: Tx): Promise<boolean> =>
  (await findInstallation(tx))?.hasOwnPasswords ?? false;
