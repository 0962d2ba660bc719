import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Rolls back what `work` has written when it fails, and rethrows: the transaction can go on. */
export async function withSavepoint<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`SAVEPOINT batch`.execute(tx);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT batch`.execute(tx);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT batch`.execute(tx);
    throw error;
  }
}
