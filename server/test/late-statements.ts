import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  afterCommit,
  afterRollback,
  enqueue,
  restartTransaction,
  rowsOf,
  type Tx,
} from '../src/core/db/db.ts';
import { newId } from '../src/core/ids.ts';

/** Runs work in a transaction, with the mechanism that a test examines. */
export type Run = (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>;

const insertBrand = (name: string) => sql`INSERT INTO brands (id, name) VALUES (${newId()}, ${name})`;
/** The name of the brands that late statements try to add. */
export const lateBrand = 'Added too late';

/** Each way to use a transaction. */
export const uses: Record<string, (tx: Tx) => unknown> = {
  'a read': (tx) => sql`SELECT 1`.execute(tx),
  'a read of the query builder': (tx) => tx.selectFrom('brands').select('id').execute(),
  'a read with constant text': (tx) => rowsOf(tx, 'SELECT 1', []),
  'a write': (tx) => insertBrand(lateBrand).execute(tx),
  'an enqueued write': (tx) => enqueue(tx, insertBrand(lateBrand)),
  'a step after the commit': (tx) => afterCommit(tx, () => {}),
  'a step after the rollback': (tx) => afterRollback(tx, () => {}),
  'a restart': (tx) => restartTransaction(tx),
};

/**
 * Lets one branch of a transaction fail while another is still running. Expects every later statement of the running branch to
 * be rejected while the next transaction is open. Both transactions must use the same connection.
 */
export async function expectLateStatementsRejected(run: Run): Promise<void> {
  for (const [name, use] of Object.entries(uses)) {
    let proceed = () => {};
    const failed = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let busy: Promise<unknown> = Promise.resolve();
    const first = run(async (tx) => {
      busy = sql`SELECT 1`
        .execute(tx)
        .then(() => failed)
        .then(() => use(tx));
      await Promise.all([sql`SELECT 1`.execute(tx).then(() => Promise.reject(new Error('refused'))), busy]);
    });
    await expect(first).rejects.toThrow('refused');

    await run(async (tx) => {
      await sql`SELECT 1`.execute(tx);
      proceed();
      await expect(busy, name).rejects.toThrow('The transaction has ended');
    });
  }
}
