import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Settings } from '../settings.ts';
import { isBucket } from './storage-url.ts';

/** What is below an address: a folder of this machine, or a bucket of an S3 server. */
export async function openDisk(address: string, s3: Settings['s3']): Promise<Disk> {
  if (!isBucket(address)) return new Disk(new FSDriver({ location: address, visibility: 'private' }));
  // Few installations need the SDK, which is large.
  const { openBucket } = await import('./bucket.ts');
  return new Disk(openBucket(address, s3));
}

/** Where an installation keeps its files: the bucket in FILES, or the folder `files` of its DATA_DIR. */
export const filesAddress = ({ files, dataDir }: Pick<Settings, 'files' | 'dataDir'>): string =>
  files ?? path.join(dataDir, 'files');

/** The keys of everything on it. */
export async function* keysOf(disk: Disk): AsyncGenerator<string> {
  let paginationToken: string | undefined;
  do {
    const page = await disk
      .listAll('/', { recursive: true, ...(paginationToken && { paginationToken }) })
      .catch(nothingYet);
    for (const found of page.objects) if (found.isFile) yield found.key;
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

/** The folder is made with its first file. */
function nothingYet(error: NodeJS.ErrnoException): { objects: []; paginationToken?: string } {
  if (error.code === 'ENOENT') return { objects: [] };
  throw error;
}
