import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Disk } from 'flydrive';
import pg from 'pg';
import { ZipFile } from 'yazl';
import { keysOf } from '../../core/files/disk.ts';
import { serverVersion } from '../../core/http/version.ts';
import {
  beginSnapshot,
  ledgerSums,
  listMigrations,
  listSequences,
  listTables,
  postgresVersion,
  readTable,
} from './backups.queries.ts';
import {
  dataFolders,
  type FileEntry,
  filePath,
  filesFolder,
  keyIn,
  type Manifest,
  manifestName,
  type TableEntry,
  tableFolder,
  tablePath,
} from './manifest.ts';
import { Measured } from './measured.ts';

interface BackupSource {
  /** A connection as the owner of the database. */
  config: pg.ClientConfig;
  dataDir: string;
  /** The bucket of the files, if they aren't below the data folder. */
  bucket?: Disk | undefined;
  /** Backs up the database only. */
  withoutFiles?: boolean;
}

/**
 * Writes the database and the files of an installation into one archive while the installation keeps working. Everything is as
 * of the start of the backup. Only the owner can read the archive, because it contains the whole database.
 */
export async function writeBackup(source: BackupSource, target: string): Promise<Manifest> {
  const { config } = source;
  const client = new pg.Client(config);
  // A lost connection fails the current read; without this listener, the event would end the process.
  client.on('error', () => {});
  await client.connect();
  const unfinished = `${target}.part`;
  try {
    await removeStaleParts(path.dirname(target));
    await beginSnapshot(client);
    const manifest = await describe(client);
    const zip = new ZipFile();
    const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject));
    for (const table of await listTables(client)) addTable(zip, client, table, manifest);
    for (const file of await listFiles(source)) addFile(zip, source, file, manifest);
    // The manifest is created when its turn comes, because the other entries are counted by then.
    zip.addReadStreamLazy(manifestName, {}, (give) => give(null, Readable.from([JSON.stringify(manifest)])));
    zip.end();
    const bytes = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await Promise.race([pipeline(zip.outputStream, bytes), failed]);
    await client.query('COMMIT');
    await rename(unfinished, target);
    await syncFolder(path.dirname(target));
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** A running backup writes more often than this. */
const staleAfterMs = 60 * 60_000;

/** Removes unfinished archives of killed backups: each is as large as a backup. */
async function removeStaleParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (name.endsWith('.zip.part') && (await isStale(file)) && (await isArchive(file)))
      await rm(file, { force: true });
  }
}

export async function isStale(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > staleAfterMs;
}

/** Whether a ZIP begins with a table, as backups do: browsers give unfinished downloads the same name. */
async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(zipHeader + tableFolder.length), 0);
    const name = buffer.subarray(zipHeader).toString();
    return buffer.readUInt32LE() === 0x04034b50 && name === tableFolder;
  } finally {
    await handle.close();
  }
}
/** Number of bytes before the name of a ZIP's first entry. */
const zipHeader = 30;

async function describe(client: pg.Client): Promise<Manifest> {
  return {
    format: 1,
    version: serverVersion,
    createdAt: new Date().toISOString(),
    postgres: await postgresVersion(client),
    migrations: await listMigrations(client),
    tables: [],
    sequences: await listSequences(client),
    files: [],
    sums: await ledgerSums(client),
  };
}

/** The fastest level: three times as fast as the default, and a sixth larger. */
const compressionLevel = 1;

function addTable(
  zip: ZipFile,
  client: pg.Client,
  table: Omit<TableEntry, 'rows' | 'sha256'>,
  manifest: Manifest,
): void {
  zip.addReadStreamLazy(tablePath(table), { compressionLevel, forceZip64Format: true }, (give) => {
    const measured = new Measured();
    measured.once('end', () =>
      manifest.tables.push({ ...table, rows: measured.lines, sha256: measured.sha256() }),
    );
    const rows = readTable(client, table);
    rows.once('error', (error) => measured.destroy(error));
    give(null, rows.pipe(measured));
  });
}

/** Pictures and documents are compressed already. Omits files that were removed meanwhile. */
function addFile(zip: ZipFile, source: BackupSource, file: string, manifest: Manifest): void {
  zip.addReadStreamLazy(filePath(file), { compress: false, forceZip64Format: true }, (give) => {
    const measured = new Measured();
    const keep = (entry: FileEntry) => manifest.files.push(entry);
    openFile(source, file)
      .then((bytes) => {
        if (!bytes) return give(null, Readable.from([]));
        measured.once('end', () => keep({ path: file, bytes: measured.bytes, sha256: measured.sha256() }));
        bytes.once('error', (error) => measured.destroy(error));
        give(null, bytes.pipe(measured));
      })
      .catch((error) => give(error, Readable.from([])));
  });
}

async function openFile({ dataDir, bucket }: BackupSource, file: string): Promise<Readable | undefined> {
  const key = bucket && keyIn(file);
  if (key) return (await bucket.exists(key)) ? bucket.getStream(key) : undefined;
  try {
    return (await open(path.join(dataDir, file))).createReadStream();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function listFiles({ dataDir, bucket, withoutFiles }: BackupSource): Promise<string[]> {
  if (withoutFiles) return [];
  const found: string[] = [];
  if (bucket) for await (const key of keysOf(bucket)) found.push(`${filesFolder}/${key}`);
  for (const folder of dataFolders) {
    if (bucket && folder === filesFolder) continue;
    const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const name = path.relative(dataDir, path.join(entry.parentPath, entry.name));
      found.push(name.split(path.sep).join('/'));
    }
  }
  return found.sort();
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
