import { type Database, system, transaction, type Work } from './db.ts';

const maxRetries = 3;

/** Retries a transaction that PostgreSQL rolled back because of a deadlock or serialization failure. */
export async function retryOnDeadlock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const { code } = error as { code?: string };
      if (retries === maxRetries || (code !== '40P01' && code !== '40001')) throw error;
    }
  }
}

/** Runs a transaction of the system, which can conflict with checkouts that lock the same rows in a different order. */
export const systemWork = <Result>(db: Database, work: Work<Result>): Promise<Result> =>
  retryOnDeadlock(() => transaction(db, system, work));
