import { clearLeftovers } from '../core/leftovers.ts';
import { announce } from '../core/live-events.ts';
import type { JobRun, JobWork } from '../jobs/job-run.ts';
import { undoneSoFar } from './import-rows.queries.ts';
import { batchSize, isOneRowsFault } from './import-work.ts';
import { advance, getPlan } from './imports.queries.ts';
import {
  keepRow,
  removePlaces,
  sayWhatStays,
  type TakenRow,
  takenRows,
} from './products/product-undo.queries.ts';
import { undoRows } from './products/product-undo.ts';
import { orTakeBack } from './products/product-writes.queries.ts';

/** Takes an import back, the last row first, and begun again goes on with what is left. */
export const undoImport: JobWork = async (run) => {
  const { importId } = run.input as { importId: string };
  const { counts } = await run.inTransaction((tx) => getPlan(tx, importId));
  const total = (counts?.new ?? 0) + (counts?.changed ?? 0);
  const before = await run.inTransaction((tx) => undoneSoFar(tx, importId));
  let done = before.rows + before.kept;
  for (let more = true; more; ) {
    await run.progress(done, total);
    const looked = await undoBatch(run, importId);
    done += looked;
    more = looked > 0;
    clearLeftovers();
  }
  const undone = await run.inTransaction(async (tx) => {
    await sayWhatStays(tx, importId);
    await removePlaces(tx, importId);
    await advance(tx, importId, { status: 'undone' });
    await announce(tx, { topic: 'imports', action: 'undone', recordId: importId, permission: 'product_add' });
    await announce(tx, { topic: 'products', action: 'imported', permission: 'product_list' });
    return undoneSoFar(tx, importId);
  });
  await run.progress(total, total);
  return { data: { importId, ...undone }, files: [] };
};

/** The next rows to take back; how many there were. */
const undoBatch = (run: JobRun, importId: string): Promise<number> =>
  run.inTransaction(async (tx) => {
    const rows = await takenRows(tx, importId, batchSize);
    const undo = (some: readonly TakenRow[]) => orTakeBack(tx, () => undoRows(tx, run.actor, importId, some));
    try {
      await undo(rows);
    } catch (error) {
      if (!isOneRowsFault(error)) throw error;
      for (const row of rows) {
        try {
          await undo([row]);
        } catch (fault) {
          if (!isOneRowsFault(fault)) throw fault;
          await keepRow(tx, importId, row.row, 'It is used elsewhere, or its old SKU or barcode is');
        }
      }
    }
    return rows.length;
  });
