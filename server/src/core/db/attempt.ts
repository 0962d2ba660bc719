import { sql } from 'kysely';
import { Problem } from '../problem.ts';
import type { Tx } from './db.ts';

/**
 * Does something within a transaction wholly or not at all. What prevented it is returned rather than thrown,
 * and the transaction goes on: it can be noted. Anything but a problem breaks the transaction off.
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
