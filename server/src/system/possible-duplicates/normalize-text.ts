import { audit, systemActor } from '../../core/audit.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { type NormalTable, normalChanges, normalTables, type StoredRow } from './normal-columns.ts';
import {
  countChanges,
  findHolder,
  insertDuplicate,
  isFinished,
  nextTarget,
  readRows,
  saveProgress,
  takeTurn,
  writeRow,
} from './normalize-text.queries.ts';

const batchSize = 500;

/**
 * Normalizes text stored before the current rules, batch by batch. The next server repeats a killed server's batch. When
 * everything is done, this is a single small read.
 */
export async function normalizeStoredText(db: Database): Promise<void> {
  while (await transaction(db, system, (tx) => normalizeBatch(tx)));
}

/** Returns whether more remains to be done. */
export async function normalizeBatch(tx: Tx, limit = batchSize): Promise<boolean> {
  if ((await isFinished(tx)) || !(await takeTurn(tx))) return false;
  const progress = await nextTarget(tx);
  const table = normalTables.find((one) => one.table === progress?.target);
  if (!progress || !table) return false;
  const rows = await readRows(tx, table, { after: progress.lastKey, limit });
  let [changed, skipped] = [0, 0];
  for (const row of rows) {
    const changes = normalChanges(table, row);
    if (Object.keys(changes).length === 0) continue;
    if (await isTaken(tx, table, row, changes)) skipped += 1;
    else {
      await writeRow(tx, table, row, changes);
      changed += 1;
    }
  }
  const last = rows.at(-1);
  await saveProgress(tx, table.table, {
    lastKey: last ? table.keys.map((key) => last[key]) : null,
    changed,
    skipped,
    isOver: rows.length < limit,
  });
  if (await isFinished(tx)) await recordRun(tx);
  return true;
}

/** A row whose normal form belongs to another row stays unchanged, and both are listed. */
async function isTaken(tx: Tx, table: NormalTable, row: StoredRow, changes: StoredRow): Promise<boolean> {
  let isAnyTaken = false;
  for (const unique of table.unique ?? []) {
    if (changes[unique.column] === undefined || changes[unique.column] === null) continue;
    const otherId = await findHolder(tx, table, unique, { ...row, ...changes });
    if (otherId === undefined) continue;
    await insertDuplicate(tx, table, { field: unique.field, id: String(row.id), otherId });
    isAnyTaken = true;
  }
  return isAnyTaken;
}

/** One entry for the whole run: earlier entries of a record contain its text before. */
async function recordRun(tx: Tx): Promise<void> {
  const counts = await countChanges(tx);
  if (counts.changed + counts.skipped === 0) return;
  await audit(tx, systemActor, {
    action: 'normalizeText',
    resource: 'settings',
    recordId: null,
    after: counts,
  });
}
