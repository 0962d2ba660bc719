import os from 'node:os';
import { pipeline } from 'node:stream/promises';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import pg from 'pg';
import type { ArchiveReader } from './archive-reader.ts';
import {
  allowLongWork,
  analyzeTable,
  type Completion,
  freeJobs,
  ledgerSums,
  listTables,
  prepareForLoad,
  setSequence,
  type Table,
  writeTable,
} from './backups.queries.ts';
import { type Manifest, type TableEntry, tablePath } from './manifest.ts';
import { inParallel } from './parallel.ts';

/** Tables loaded at once: one for each processor. With more than four, unpacking the archive is the limit. */
const tablesAtOnce = Math.max(2, Math.min(4, os.availableParallelism()));
/** Between 64 MB and 1 GB for all processes that build an index, and one of them for each processor. */
const forIndexes = {
  memoryMb: Math.max(64, Math.min(1024, Math.floor(os.totalmem() / 2 ** 20 / 8 / tablesAtOnce))),
  helpers: Math.min(4, os.availableParallelism() - 1),
};

interface Load {
  archive: ArchiveReader;
  /** The tables of the archive, by their paths in it. */
  entries: ReadonlyMap<string, TableEntry>;
  completion: Completion;
}

/** Fills several tables at once, each with its indexes in one transaction; then checks the references between them. */
export async function loadTables(
  config: pg.ClientConfig,
  archive: ArchiveReader,
  onStep: (step: string) => void,
): Promise<void> {
  const { tables, sequences, sums } = archive.manifest;
  const clients = await Promise.all(Array.from({ length: tablesAtOnce }, () => connect(config)));
  const [first] = clients as [pg.Client, ...pg.Client[]];
  try {
    const all = await listTables(first);
    rejectUnknownTables(tables, all);
    // The new database has access rules for its current functions. The backup's rules can name newer ones.
    const present = all.filter(({ name }) => name !== 'access_rules');
    const load = {
      archive,
      entries: new Map(tables.map((table) => [tablePath(table), table])),
      completion: await inTransaction(first, () => prepareForLoad(first, present)),
    };
    await inParallel(
      clients.map((client) => (table: Table) => loadTable(client, load, table)),
      largestFirst(present, archive),
    );
    onStep('All rows are back, with their indexes and keys');
    await inTransaction(first, async () => {
      await allowLongWork(first, forIndexes);
      for (const sequence of sequences) await setSequence(first, sequence);
      const { references, triggers } = load.completion;
      for (const statement of [...references, ...triggers]) await first.query(statement);
      onStep('All references are found');
      await freeJobs(first);
      compareSums(sums, await ledgerSums(first));
    });
    onStep('The ledgers agree');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // A lost connection fails its statement; without this listener, the event would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Closing the connection rolls back failed work. */
async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  const result = await work();
  await client.query('COMMIT');
  return result;
}

function rejectUnknownTables(tables: readonly TableEntry[], present: readonly Table[]): void {
  const known = new Set(present.map(tablePath));
  const unknown = tables.find((table) => !known.has(tablePath(table)));
  if (unknown)
    throw new StartupProblem(`The backup has a table ${unknown.name} that this version doesn't know.`);
}

/** Loads large tables first, so that none is left at the end while other connections are idle. */
const largestFirst = (tables: readonly Table[], archive: ArchiveReader): Table[] =>
  tables.toSorted((a, b) => archive.sizeOf(tablePath(b)) - archive.sizeOf(tablePath(a)));

async function loadTable(client: pg.Client, load: Load, table: Table): Promise<void> {
  const { archive, entries, completion } = load;
  await inTransaction(client, async () => {
    await allowLongWork(client, forIndexes);
    const entry = entries.get(tablePath(table));
    if (entry) await fillTable(client, archive, entry);
    for (const statement of completion.indexesOf(table)) await client.query(statement);
    await analyzeTable(client, table);
  });
}

async function fillTable(client: pg.Client, archive: ArchiveReader, entry: TableEntry): Promise<void> {
  const target = await writeTable(client, entry);
  await pipeline(await archive.read(tablePath(entry)), target);
  if (target.rowCount !== entry.rows) {
    throw new StartupProblem(`${entry.name} got ${target.rowCount} rows instead of ${entry.rows}.`);
  }
}

function compareSums(expected: Manifest['sums'], actual: Manifest['sums']): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (expected[name] === actual[name]) continue;
    throw new StartupProblem(
      `${name} adds up to ${actual[name] ?? 'nothing'} instead of ${expected[name] ?? 'nothing'}. Nothing of this database can be used.`,
    );
  }
}
