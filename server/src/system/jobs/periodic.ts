import { system, transaction } from '../../core/db/db.ts';
import { deleteUnrestored } from '../../core/db/rows/deleted-records.ts';
import { deleteOldFiles, prune } from './periodic.queries.ts';
import type { Periodic } from './runner.ts';

/** Cleanup that doesn't depend on any resource. */
export const housekeeping: readonly Periodic[] = [
  {
    name: 'prune',
    when: '17 3 * * *',
    work: async (db, { storage }) => {
      await transaction(db, system, prune);
      const keys = await transaction(db, system, deleteOldFiles);
      // A file that can't be removed doesn't prevent the removal of others; the failure is logged.
      const removed = await Promise.allSettled(keys.map((key) => storage.remove(key)));
      const failed = removed.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  },
  {
    name: 'delete_unrestored',
    when: '* * * * *',
    work: (db, { storage }) => transaction(db, system, (tx) => deleteUnrestored(tx, storage)),
  },
];
