import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Settings } from '../settings.ts';
import { isBucket } from './storage-url.ts';

/** Opens the disk at an address: a folder on this machine, or a bucket on an S3 server. */
export async function openDisk(address: string, s3: Settings['s3']): Promise<Disk> {
  if (!isBucket(address)) return new Disk(new FSDriver({ location: address, visibility: 'private' }));
  // The SDK is large, and few installations need it.
  const { openBucket } = await import('./bucket.ts');
  return new Disk(openBucket(address, s3));
}

/** The file storage of an installation: the bucket in FILES, or the folder `files` in its DATA_DIR. */
export const filesAddress = ({ files, dataDir }: Pick<Settings, 'files' | 'dataDir'>): string =>
  files ?? path.join(dataDir, 'files');

/** The keys of all files on the disk. */
export async function* keysOf(disk: Disk): AsyncGenerator<string> {
  let paginationToken: string | undefined;
  do {
    const page = await disk
      .listAll('/', { recursive: true, ...(paginationToken && { paginationToken }) })
      .catch(emptyUsage);
    for (const found of page.objects) if (found.isFile) yield found.key;
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

/** The folder is created with its first file. */
function emptyUsage(error: NodeJS.ErrnoException): { objects: []; paginationToken?: string } {
  if (error.code === 'ENOENT') return { objects: [] };
  throw error;
}
