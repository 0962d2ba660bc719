import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { ZipFile } from 'yazl';
import type { Tx } from '../../core/db/db.ts';
import { largePictureKey } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import { Problem } from '../../core/problem.ts';
import type { Column } from './columns.ts';
import type { LineWithPictures } from './exportable.ts';
import { storeLargeDigests } from './exports.queries.ts';
import { asCsv, csvHeading, csvRow } from './write-file.ts';

interface ArchiveContent {
  /** Title of the table. */
  title: string;
  columns: readonly Column<object>[];
  pages: AsyncIterable<readonly LineWithPictures[]>;
  /** Time zone of its times. */
  timeZone: string;
}
interface ArchiveTarget {
  storage: Storage;
  key: string;
  /** Null if the actor is limited to locations and so can't update other users' files. */
  inTransaction: (<Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>) | null;
}

/** Writes a ZIP with a CSV file and the pictures that its rows name, one picture at a time. */
export async function writeArchive(target: ArchiveTarget, content: ArchiveContent): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-export-'));
  const zip = new ZipFile();
  const bytes = Readable.from(zip.outputStream);
  zip.on('error', (error) => bytes.destroy(error));
  try {
    const filled = fill(zip, target, content, path.join(folder, 'table.csv')).catch((error: unknown) => {
      bytes.destroy(error as Error);
      throw error;
    });
    await Promise.all([filled, target.storage.putStream(target.key, bytes)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The table comes last, because only then are the existing pictures known. */
async function fill(
  zip: ZipFile,
  target: ArchiveTarget,
  content: ArchiveContent,
  table: string,
): Promise<void> {
  const lines = Readable.from(linesOf(zip, target, content));
  await pipeline(lines, stringify(asCsv), createWriteStream(table));
  zip.addFile(table, `${content.title}.csv`);
  zip.end();
}

async function* linesOf(
  zip: ZipFile,
  target: ArchiveTarget,
  { columns, pages, timeZone }: ArchiveContent,
): AsyncGenerator<string[]> {
  yield csvHeading(columns, timeZone);
  for await (const page of pages) {
    // Rows of one product name the same pictures, and are on one page.
    const added = new Map<string, { fileId: string; digest: string | null }>();
    for (const { line, pictures } of page) {
      for (const { name, fileId } of pictures) {
        if (added.has(name)) continue;
        added.set(name, { fileId, digest: await addPicture(zip, target.storage, name, fileId) });
      }
      const there = pictures.filter(({ name }) => added.get(name)?.digest !== null);
      yield csvRow(columns, { ...line, pictures: there.map(({ name }) => name) }, timeZone);
    }
    const known = [...added.values()].flatMap(({ fileId, digest }) =>
      digest === null ? [] : [{ fileId, digest }],
    );
    await target.inTransaction?.((tx) => storeLargeDigests(tx, known));
  }
}

/** Returns the digest of the added picture; null if its bytes were lost. */
async function addPicture(
  zip: ZipFile,
  storage: Storage,
  name: string,
  fileId: string,
): Promise<string | null> {
  const digest = createHash('sha256');
  try {
    const bytes = await storage.getStream(largePictureKey(fileId));
    await new Promise<void>((resolve, reject) => {
      bytes.on('data', (chunk: Buffer) => digest.update(chunk));
      bytes.once('error', reject);
      bytes.once('end', resolve);
      zip.addReadStream(bytes, name, { compress: false });
    });
    return digest.digest('hex');
  } catch (error) {
    if (error instanceof Problem && error.code === 'file-missing') return null;
    throw error;
  }
}
