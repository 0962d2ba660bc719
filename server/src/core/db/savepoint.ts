import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Rolls back the writes of `work` if it fails, and rethrows. The transaction can continue. */
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
