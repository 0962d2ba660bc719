import { vi } from 'vitest';
import { type ChangeReader, readChanges } from '../src/core/changes/change-reader.ts';
import type { Shop } from './shop.ts';

/**
 * Lets a reader of the change log read all committed changes. Transactions of other tests can delay changes briefly, because
 * the tests share a PostgreSQL server.
 */
export const catchUp = (shop: Shop, reader: ChangeReader): Promise<void> =>
  vi.waitFor(
    async () => {
      while (await shop.look((tx) => readChanges(tx, reader)));
      const { rows } = await shop.db.owner.query(
        `SELECT FROM changes c JOIN change_readers r ON (c.transaction_id, c.id) > (r.transaction_id, r.change_id)
          WHERE r.name = $1 LIMIT 1`,
        [reader.name],
      );
      if (rows.length > 0) throw new Error(`${reader.name} has unread changes`);
    },
    { timeout: 15_000, interval: 20 },
  );
