import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@aisle/contract/core/route';
import type pg from 'pg';
import type { Database } from '../src/core/db/db.ts';
import { withDatabase } from './database.setup.ts';

/** With TEST_READ_URL, every shop reads from a replica of its database at that URL: see scripts/copy-tests.mjs. */
export function copyOf(databaseUrl: string): { copy?: string } {
  const url = process.env.TEST_READ_URL;
  return url ? { copy: withDatabase(url, new URL(databaseUrl).pathname.slice(1)) } : {};
}

/**
 * Waits until the replica has the new database. Later direct writes of a test are no user's own change, so the replica must
 * have them before a user reads.
 */
export async function readAtCopy(db: Database): Promise<void> {
  const { copy, owner } = db;
  if (!copy) return;
  while (!copy.isUsable) await sleep(100);
  const query = owner.query.bind(owner) as (...args: unknown[]) => Promise<pg.QueryResult>;
  owner.query = (async (...args: unknown[]) => {
    const result = await query(...args);
    await copy.mustReachNow();
    return result;
  }) as typeof owner.query;
}

/** Lets a user read only after the replica has earlier writes of other users, because seeing those late is correct behavior. */
export function waitForOthers({ copy }: Database) {
  let writer: string | undefined;
  return async (route: Route, who: string | undefined): Promise<void> => {
    if (!copy) return;
    if (!route.reads) writer = who;
    else if (writer !== who) {
      await copy.mustReachNow();
      while (!copy.isUsable) await sleep(50);
      writer = who;
    }
  };
}
