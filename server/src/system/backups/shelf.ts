import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import type { Disk } from 'flydrive';
import { filesAddress, keysOf, openDisk } from '../../core/files/disk.ts';
import { isBucket, isBucketAddress } from '../../core/files/storage-url.ts';
import type { Settings } from '../../core/settings.ts';
import { isStale } from './backup.ts';

/** Storage of scheduled backups: a folder or a bucket. */
export interface Shelf {
  list(): Promise<{ name: string; bytes: number }[]>;
  /** Adds the file that `write` writes, unless `write` fails. */
  add(name: string, write: (file: string) => Promise<void>): Promise<void>;
  remove(name: string): Promise<void>;
}

export function shelfOf({ backupTo, s3, dataDir }: Pick<Settings, 'backupTo' | 's3' | 'dataDir'>) {
  if (!backupTo) return undefined;
  return isBucket(backupTo) ? bucketShelf(backupTo, s3, dataDir) : folderShelf(backupTo);
}

/** The local folder of scheduled backups; undefined if they go to a bucket. */
export const backupFolder = ({ backupTo }: Pick<Settings, 'backupTo'>): string | undefined =>
  backupTo && !isBucket(backupTo) ? backupTo : undefined;

const folderShelf = (folder: string): Shelf => ({
  async list() {
    const found = [];
    for (const name of await readdir(folder)) {
      const file = await stat(path.join(folder, name)).catch(() => undefined);
      if (file) found.push({ name, bytes: file.size });
    }
    return found;
  },
  async add(name, write) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, name);
    try {
      await write(file);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  },
  remove: (name) => rm(path.join(folder, name), { force: true }),
});

const bucketShelf = (address: string, s3: Settings['s3'], dataDir: string): Shelf => ({
  async list() {
    const disk = await openDisk(address, s3);
    const found = [];
    for await (const name of keysOf(disk)) {
      if (name.includes('/')) continue;
      const { contentLength: bytes } = await disk.getMetaData(name);
      found.push({ name, bytes });
    }
    return found;
  },
  async add(name, write) {
    // Next to the data, which has enough space: the system's temporary folder may be in memory.
    await removeStaleFolders(dataDir);
    const folder = await mkdtemp(path.join(dataDir, workPrefix));
    try {
      const file = path.join(folder, name);
      await write(file);
      await upload(file, address, s3, name);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  remove: async (name) => (await openDisk(address, s3)).delete(name),
});

const workPrefix = 'backup-';
/** Deletes the folders of backups that were killed before the upload to the bucket. */
async function removeStaleFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!/^backup-\w{6}$/.test(name)) continue;
    const folder = path.join(dataDir, name);
    const files = [folder, ...(await readdir(folder)).map((file) => path.join(folder, file))];
    const stale = [];
    for (const file of files) if (await isStale(file)) stale.push(file);
    if (stale.length === files.length) await rm(folder, { recursive: true, force: true });
  }
}

async function upload(file: string, address: string, s3: Settings['s3'], name: string): Promise<void> {
  const disk = await openDisk(address, s3);
  await disk.putStream(name, createReadStream(file));
  const [{ size }, { contentLength }] = await Promise.all([stat(file), disk.getMetaData(name)]);
  if (size !== contentLength) throw new Error(`${contentLength} of ${size} bytes of the backup arrived`);
}

/** The bucket of an installation's files, if they aren't below its data folder. */
export const filesBucket = async (settings: Settings): Promise<Disk | undefined> =>
  settings.files ? openDisk(filesAddress(settings), settings.s3) : undefined;

/** Splits 's3://bucket/prefix/aisle-monday.zip' into the disk of its folder and its name there. */
async function archiveAt(address: string, s3: Settings['s3']): Promise<{ disk: Disk; name: string }> {
  const cut = address.lastIndexOf('/');
  const [folder, name] = [address.slice(0, cut), address.slice(cut + 1)];
  if (!isBucketAddress(folder) || !name) {
    throw new StartupProblem('The address of a backup must look like s3://bucket/prefix/aisle.zip.');
  }
  return { disk: await openDisk(folder, s3), name };
}

/** Passes a file to `use` for writing, then uploads it if the address is in a bucket. */
export async function writeTo<Result>(
  address: string,
  s3: Settings['s3'],
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  if (!isBucket(address)) return use(path.resolve(address));
  const { disk, name } = await archiveAt(address, s3);
  if (await disk.exists(name)) throw new StartupProblem(`${address} already exists. Choose another name.`);
  return withFolder(async (folder) => {
    const file = path.join(folder, name);
    const result = await use(file);
    await upload(file, address.slice(0, address.lastIndexOf('/')), s3, name);
    return result;
  });
}

/** Passes the archive at an address to `use` as a file. */
export async function readFrom<Result>(
  address: string,
  s3: Settings['s3'],
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  if (!isBucket(address)) return use(path.resolve(address));
  const { disk, name } = await archiveAt(address, s3);
  if (!(await disk.exists(name))) throw new StartupProblem(`There is no backup at ${address}.`);
  return withFolder(async (folder) => {
    const file = path.join(folder, name);
    await pipeline(await disk.getStream(name), createWriteStream(file, { mode: 0o600 }));
    return use(file);
  });
}

async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-backup-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
