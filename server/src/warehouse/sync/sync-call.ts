import { fieldErrors } from '@aisle/contract/core/envelope';
import type { SyncCall, SyncResult, SyncResults } from '@aisle/contract/warehouse/sync';
import { maxMinutesAhead } from '@aisle/contract/warehouse/sync';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { withSavepoint } from '../../core/db/savepoint.ts';
import type { Actor } from '../../core/http/actor.ts';
import { isRowFault } from '../../system/imports/import-batches.ts';
import {
  deleteLosses,
  deleteRefusals,
  readConnection,
  saveLosses,
  saveRefusals,
} from './connection.queries.ts';
import {
  AddedMeanwhile,
  type Connection,
  type Entry,
  isAhead,
  isOpen,
  type Outcome,
  refuse,
  refuseField,
  rowKey,
  type Sync,
  type SyncedName,
} from './entries.ts';

type CommonFields = { externalId?: string | undefined; updatedAt?: string | undefined };
/** How the rows of one name are read and written. */
export interface SyncKind<Row extends object> {
  name: SyncedName;
  row: z.ZodType<Row>;
  /** Writes the open entries and sets their outcomes. */
  write(sync: Sync, entries: readonly Entry<Row>[]): Promise<void>;
}

/** How often rows are read again because another call added the same record meanwhile. */
const maxAttempts = 3;

/** Writes the good rows of a call and reports all of them. */
export async function runSync<Row extends object>(
  { tx, actor }: { tx: Tx; actor: Actor },
  kind: SyncKind<Row>,
  { rows, dryRun = false }: SyncCall,
): Promise<SyncResults> {
  const connection = await readConnection(tx, actor, kind.name);
  const sync: Sync = { tx, actor, name: kind.name, connection };
  const entries = rows.map((raw, index) => readEntry(kind, connection, raw, index));
  const read = entries.filter((entry): entry is Entry<Row> => isOpen(entry));
  await writeAll(sync, kind, read, dryRun);
  if (!dryRun && connection.id !== null) await saveOutcomes(sync, connection.id, rows, entries);
  const results = entries.map(resultOf);
  const count = (state: SyncResult['state']) => results.filter((one) => one.state === state).length;
  return {
    results,
    counts: {
      created: count('created'),
      changed: count('changed'),
      same: count('same'),
      refused: count('refused'),
    },
  };
}

function readEntry<Row extends object>(
  { row: schema }: SyncKind<Row>,
  connection: Connection,
  raw: unknown,
  index: number,
): Entry<Row | object> {
  const parsed = schema.safeParse(raw);
  const entry: Entry<Row | object> = { index, row: parsed.data ?? {}, outcome: undefined };
  if (!parsed.success) {
    const fields = fieldErrors(parsed.error);
    refuse(entry, 'validation-failed', { message: fields[0]!.message, fields });
    return entry;
  }
  const { externalId, updatedAt } = parsed.data as CommonFields;
  if (externalId !== undefined && connection.id === null) {
    refuseField(entry, 'externalId', 'Only API keys have external IDs');
  } else if (updatedAt !== undefined && isAhead(updatedAt, maxMinutesAhead)) {
    refuseField(entry, 'updatedAt', `Must not be more than ${maxMinutesAhead} minutes ahead`);
  }
  return entry;
}

async function writeAll<Row extends object>(
  sync: Sync,
  kind: SyncKind<Row>,
  entries: readonly Entry<Row>[],
  dryRun: boolean,
): Promise<void> {
  if (entries.length === 0) return;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (await wasWritten(sync, kind, entries, dryRun)) return;
  }
  // Finds the rows that conflict with records that other users change.
  for (const entry of entries) {
    // Already refused together with others, such as two rows about one record.
    if (entry.outcome?.state === 'refused') continue;
    if (await wasWritten(sync, kind, [entry], dryRun)) continue;
    refuse(entry, 'duplicate', { message: 'Another record has the same code, phone or email' });
  }
}

/** Signals the end of a dry run, whose writes are rolled back. */
class DryRunEnd extends Error {}

/** Returns false if another call added the same record meanwhile, so that the rows have to be read again. */
async function wasWritten<Row extends object>(
  { tx, ...sync }: Sync,
  kind: SyncKind<Row>,
  entries: readonly Entry<Row>[],
  dryRun: boolean,
): Promise<boolean> {
  for (const entry of entries) entry.outcome = undefined;
  try {
    await withSavepoint(tx, async () => {
      await kind.write({ tx, ...sync }, entries);
      if (dryRun) throw new DryRunEnd();
    });
    return true;
  } catch (error) {
    if (error instanceof DryRunEnd) return true;
    if (!isRowFault(error) && !(error instanceof AddedMeanwhile)) throw error;
    return false;
  }
}

function resultOf({ index, outcome }: Entry): SyncResult {
  const { losses = [], locationId: _, ...result } = outcome!;
  const lost = losses.map(({ field, kept }) => ({ field, kept }));
  return { index, ...result, ...(lost.length > 0 && { lost }) };
}

/** Keeps refused rows and lost values for the page of the connection, and deletes those that are settled. */
async function saveOutcomes(
  { tx, name, connection }: Sync,
  connectionId: string,
  raws: readonly unknown[],
  entries: readonly Entry[],
): Promise<void> {
  const keyOf = ({ index }: Entry) => rowKey(name, raws[index]);
  const refused = entries.filter(({ outcome }) => outcome!.state === 'refused');
  const accepted = entries.filter(({ outcome }) => outcome!.state !== 'refused');
  if (connection.hasRefusals) await deleteRefusals(tx, connectionId, name, accepted.map(keyOf));
  await saveRefusals(
    tx,
    connectionId,
    name,
    refused.map((entry) => ({
      key: keyOf(entry),
      row: keptRow(entry, raws[entry.index]),
      ...reasonOf(entry.outcome!),
    })),
  );
  if (connection.hasLosses) {
    const written = accepted.flatMap((entry) => {
      const lost = new Set(entry.outcome!.losses?.map(({ field }) => field));
      return Object.keys(entry.row)
        .filter((field) => !lost.has(field))
        .map((field) => ({ ...recordOf(entry.outcome!), field }));
    });
    await deleteLosses(tx, connectionId, name, written);
  }
  await saveLosses(
    tx,
    connectionId,
    name,
    accepted.flatMap(({ outcome }) =>
      (outcome!.losses ?? []).map((loss) => ({ ...recordOf(outcome!), ...loss })),
    ),
  );
}

/** The data of an erased person isn't stored again. */
const keptRow = ({ row, outcome }: Entry<CommonFields>, raw: unknown): unknown =>
  outcome!.code === 'customers.erased' ? { externalId: row.externalId } : raw;
const reasonOf = ({ code, message, fields }: Outcome) => ({
  code: code!,
  message: message!,
  fields: fields ?? [],
});
const recordOf = ({ _id, locationId }: Outcome) => ({ recordId: _id!, locationId: locationId ?? null });
