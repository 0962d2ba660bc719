import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import type { Disk } from 'flydrive';
import pg from 'pg';
import { existingNames, migrate } from '../../core/db/setup/migrate.ts';
import { keysOf } from '../../core/files/disk.ts';
import { ArchiveReader } from './archive-reader.ts';
import { hasTables, markUnfinished, unmarkUnfinished } from './backups.queries.ts';
import { loadTables } from './load.ts';
import { dataFolders, filePath, keyIn, type Manifest } from './manifest.ts';

interface RestoreTarget {
  /** A connection as the owner of an empty database. */
  config: pg.ClientConfig;
  dataDir: string;
  /** The target bucket for files, if they aren't stored below the data folder. */
  bucket?: Disk | undefined;
  /** Restores the database only and leaves files unchanged. */
  withoutFiles?: boolean;
  /** Called at the end of each step that takes minutes. */
  onStep?: (step: string) => void;
}

/** For an embedded database without other users: rows of new tables needn't be in the write-ahead log. */
export const tuningOfRestore = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
};

/**
 * Restores a backup into an empty installation: first the roles, tables and policies of the version that made it, then its
 * rows, which only count if counts and totals match, then its files, then newer migrations. An interrupted restore is marked,
 * and no server starts on it.
 */
export async function restoreBackup(target: RestoreTarget, file: string): Promise<Manifest> {
  const { config, onStep = () => {} } = target;
  const archive = await ArchiveReader.open(file);
  try {
    const { manifest } = archive;
    await rejectNewer(manifest);
    await rejectFilled(target);
    await archive.verify();
    onStep('The archive is whole');
    await inPool(config, async (pool) => {
      await markUnfinished(pool);
      await migrate(pool, manifest.migrations);
    });
    await loadTables(config, archive, onStep);
    for (const entry of manifest.files) await writeFile(archive, target, entry.path);
    await inPool(config, async (pool) => {
      await unmarkUnfinished(pool);
      await migrate(pool);
    });
    return manifest;
  } finally {
    archive.close();
  }
}

async function rejectNewer({ migrations, version }: Manifest): Promise<void> {
  const known = new Set(await existingNames());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown) {
    throw new StartupProblem(
      `This backup was made by a newer Aisle (${version}): it has ${unknown}. Restore it with that version or a later one.`,
    );
  }
}

async function rejectFilled({ config, dataDir, bucket, withoutFiles }: RestoreTarget): Promise<void> {
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
