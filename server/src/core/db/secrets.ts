import { randomBytes } from 'node:crypto';
import { type Database, system, transaction } from './db.ts';

/** A key that the server made for itself at its first start; the same ever after, on every server. */
export function serverSecret(db: Database, name: string): Promise<Buffer> {
  return transaction(db, system, async (tx) => {
    await tx
      .insertInto('server_secrets')
      .values({ name, value: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await tx
      .selectFrom('server_secrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return row.value;
  });
}
