import { system, transaction } from '../core/db.ts';
import { forgetOldFiles, prune, refreshExpiry } from './periodic.queries.ts';
import type { Periodic } from './runner.ts';

/** What keeps the house in order, whatever the resources do. */
export const housekeeping: readonly Periodic[] = [
  {
    name: 'prune',
    when: '17 3 * * *',
    work: async (db, { storage }) => {
      await transaction(db, system, prune);
      const keys = await transaction(db, system, forgetOldFiles);
      for (const key of keys) await storage.remove(key).catch(() => undefined);
    },
  },
  {
    name: 'refresh_expiry',
    when: '3 * * * *',
    work: (db) => transaction(db, system, refreshExpiry),
  },
];
