import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import type { Disk } from 'flydrive';
import pg from 'pg';
import { knownMigrations, migrate } from '../../core/db/migrate.ts';
import { keysOf } from '../../core/files/disk.ts';
import { ArchiveReader } from './archive-reader.ts';
import {
  allowLongWork,
  freeJobs,
  hasTables,
  ledgerSums,
  listTables,
  prepareForLoad,
  setSequence,
  type Table,
  writeTable,
} from './backups.queries.ts';
import { dataFolders, filePath, keyIn, type Manifest, type TableEntry, tablePath } from './manifest.ts';

export interface RestoreTarget {
  /** A connection as the owner of an empty database. */
  config: pg.ClientConfig;
  dataDir: string;
  /** The bucket that will hold the files, where they are not to be below the data folder. */
  bucket?: Disk | undefined;
  /** The database only: files are left as they are. */
  withoutFiles?: boolean;
  /** Called when a step of several minutes is done. */
  onStep?: (step: string) => void;
}

/** For an embedded database that nobody uses yet: rows of new tables needn't be in the log of changes as well. */
export const tuningOfRestore = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
};
/** Between 64 MB and 1 GB for all processes that make an index, and one of them for each processor. */
const forIndexes = {
  memoryMb: Math.max(64, Math.min(1024, Math.floor(os.totalmem() / 2 ** 20 / 16))),
  helpers: Math.min(4, os.availableParallelism() - 1),
};

/**
 * Puts a backup into an empty installation: first the roles, tables and policies of the version that made it, then its
 * rows in one transaction that is kept only when counts and sums agree, then its files, then newer migrations.
 */
export async function restoreBackup(target: RestoreTarget, file: string): Promise<Manifest> {
  const { config, onStep = () => {} } = target;
  const archive = await ArchiveReader.open(file);
  try {
    const { manifest } = archive;
    await refuseNewer(manifest);
    await refuseFilled(target);
    await archive.verify();
    onStep('The archive is whole');
    await inPool(config, (pool) => migrate(pool, manifest.migrations));
    await loadTables(config, archive, onStep);
    for (const entry of manifest.files) await writeFile(archive, target, entry.path);
    await inPool(config, (pool) => migrate(pool));
    return manifest;
  } finally {
    archive.close();
  }
}

async function refuseNewer({ migrations, version }: Manifest): Promise<void> {
  const known = new Set(await knownMigrations());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown) {
    throw new StartupProblem(
      `This backup was made by a newer Aisle (${version}): it has ${unknown}. Restore it with that version or a later one.`,
    );
  }
}

async function refuseFilled({ config, dataDir, bucket, withoutFiles }: RestoreTarget): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    if (await hasTables(client)) {
      throw new StartupProblem('The database is not empty. Restore into an empty one; nothing was changed.');
    }
  } finally {
    await client.end();
  }
  if (withoutFiles) return;
  if (bucket && !(await keysOf(bucket).next()).done) {
    throw new StartupProblem('The bucket is not empty. Restore into an empty one; nothing was changed.');
  }
  for (const folder of dataFolders) {
    const found = await readdir(path.join(dataDir, folder)).catch(() => []);
    if (found.length > 0) {
      throw new StartupProblem(
        `${path.join(dataDir, folder)} is not empty. Restore into an empty data folder; nothing was changed.`,
      );
    }
  }
}

async function loadTables(
  config: pg.ClientConfig,
  archive: ArchiveReader,
  onStep: (step: string) => void,
): Promise<void> {
  const { tables, sequences, sums } = archive.manifest;
  const client = new pg.Client(config);
  // A lost connection fails the statement it carries; the event alone would end the process.
  client.on('error', () => {});
  await client.connect();
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  try {
    await client.query('BEGIN');
    await allowLongWork(client, forIndexes);
    const present = await listTables(client);
    const { indexes, references, triggers } = await prepareForLoad(client, present);
    for (const table of tables) await loadTable(client, archive, table, present);
    onStep('All rows are back');
    for (const sequence of sequences) await setSequence(client, sequence);
    await run(indexes);
    onStep('Indexes and keys are made');
    // Before references are checked, so that their checks are planned by the true sizes.
    await client.query('ANALYZE');
    await run([...references, ...triggers]);
    onStep('All references are found');
    await freeJobs(client);
    compareSums(sums, await ledgerSums(client));
    await client.query('COMMIT');
    onStep('The ledgers agree');
  } finally {
    await client.end();
  }
}

async function loadTable(
  client: pg.Client,
  archive: ArchiveReader,
  table: TableEntry,
  present: readonly Table[],
): Promise<void> {
  const here = present.find(({ schema, name }) => schema === table.schema && name === table.name);
  if (!here) throw new StartupProblem(`The backup has a table ${table.name} that this version doesn't know.`);
  const target = writeTable(client, table);
  await pipeline(await archive.read(tablePath(table)), target);
  if (target.rowCount !== table.rows) {
    throw new StartupProblem(`${table.name} got ${target.rowCount} rows instead of ${table.rows}.`);
  }
}

function compareSums(expected: Manifest['sums'], actual: Manifest['sums']): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (expected[name] === actual[name]) continue;
    throw new StartupProblem(
      `${name} adds up to ${actual[name] ?? 'nothing'} instead of ${expected[name] ?? 'nothing'}. The database stays empty.`,
    );
  }
}

async function writeFile(archive: ArchiveReader, to: RestoreTarget, name: string): Promise<void> {
  const { dataDir, bucket } = to;
  const target = path.resolve(dataDir, name);
  const isInside = dataFolders.some((folder) =>
    target.startsWith(path.join(path.resolve(dataDir), folder) + path.sep),
  );
  if (!isInside) throw new StartupProblem(`The backup has a file outside of its folders: ${name}`);
  const key = bucket && keyIn(name);
  if (key) {
    const bytes = new PassThrough();
    const read = pipeline(await archive.read(filePath(name)), bytes);
    await Promise.all([bucket.putStream(key, bytes), read]);
    return;
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(await archive.read(filePath(name)), createWriteStream(target, { mode: 0o600 }));
}

async function inPool<Result>(
  config: pg.PoolConfig,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ ...config, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
