import { importAccess } from '@aisle/contract/system/imports/import-kinds';
import { withSavepoint } from '../../../core/db/savepoint.ts';
import { announce } from '../../../core/live-events.ts';
import type { JobRun, JobWork } from '../../jobs/job-run.ts';
import { batchSize, isRowFault } from '../import-batches.ts';
import { countUndone, markRows, writtenRows } from '../import-rows.queries.ts';
import type { ImportedResource, ImportedResources, UndoResult, WrittenRow } from '../imported-resource.ts';
import { advance, getPlan } from '../imports.queries.ts';

/** Undoes an import from its last row to its first. A restarted job continues with the remaining rows. */
export const undoImport =
  (resources: ImportedResources): JobWork =>
  async (run) => {
    const { importId } = run.input as { importId: string };
    const { counts, kind } = await run.inTransaction((tx) => getPlan(tx, importId));
    const resource = resources[kind];
    const total = (counts?.new ?? 0) + (counts?.changed ?? 0);
    const before = await run.inTransaction((tx) => countUndone(tx, importId));
    let done = before.rows + before.kept;
    for (let more = true; more; ) {
      await run.progress(done, total);
      const looked = await undoBatch(run, resource, importId);
      done += looked;
      more = looked > 0;
    }
    const undone = await run.inTransaction(async (tx) => {
      await resource.finishUndo?.(tx, importId, run);
      await advance(tx, importId, { status: 'undone' });
      const permission = importAccess[kind].import;
      await announce(tx, { topic: 'imports', action: 'undone', recordId: importId, permission });
      await resource.announce(tx);
      return countUndone(tx, importId);
    });
    await run.progress(total, total);
    return { data: { importId, ...undone }, files: [] };
  };

/** Undoes the next rows, and returns their number. */
const undoBatch = (run: JobRun, resource: ImportedResource, importId: string): Promise<number> =>
  run.inTransaction(async (tx) => {
    const rows = await writtenRows(tx, importId, batchSize);
    const undo = (some: readonly WrittenRow[]) =>
      withSavepoint(tx, async () => {
        const results = await resource.undo({ tx, actor: run.actor, importId }, some);
        await markRows(tx, importId, results);
      });
    try {
      await undo(rows);
    } catch (error) {
      if (!isRowFault(error)) throw error;
      for (const row of rows) {
        try {
          await undo([row]);
        } catch (fault) {
          if (!isRowFault(fault)) throw fault;
          await markRows(tx, importId, [kept(row, resource.conflicts.undo)]);
        }
      }
    }
    return rows.length;
  });

const kept = ({ row }: WrittenRow, reason: string): UndoResult => ({ row, undo: 'kept', reason });
