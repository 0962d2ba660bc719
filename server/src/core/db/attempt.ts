import { sql } from 'kysely';
import { Problem } from '../problem.ts';
import type { Tx } from './db.ts';

/**
 * Does all of the work within a transaction, or none of it. Returns a problem instead of throwing it, so that the transaction
 * can continue and record it. Any other error is thrown.
 */
export async function attempt<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result | Problem> {
  await sql`SAVEPOINT attempt`.execute(tx);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT attempt`.execute(tx);
    return result;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`ROLLBACK TO SAVEPOINT attempt`.execute(tx);
    return error;
  }
}
