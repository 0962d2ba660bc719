// Runs in a thread, so that no other user waits while an archive is read.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { formatCount } from '@aisle/contract/core/pluralize';
import { beginsAsPicture, pictureHead } from '../../core/files/picture-format.ts';
import { serveCalls } from '../../core/work/in-thread.ts';
import { Archive } from './archive.ts';
import { lockedArchive, unreadable } from './text-encoding.ts';

const mib = 1024 * 1024;
const maxFiles = 20_000;
const maxName = 500;
/** The largest picture and the largest table that can be uploaded on their own. */
const maxPicture = 10 * mib;
const maxTable = 50 * mib;

const rules = {
  maxParts: maxFiles,
  damaged: () => unreadable('This ZIP is damaged. Make it again and upload that'),
  locked: lockedArchive,
  tooLarge: () => unreadable('This ZIP unpacks to too much. Split it into smaller files'),
  tooMany: (parts: number) =>
    unreadable(`This ZIP has ${formatCount(parts)} files. The limit is 20,000: split it into smaller files`),
  unsafe: () => unreadable("This ZIP has a file whose path can't be used. Rename it, and make the ZIP again"),
};

/** A file of an archive that may be a picture. */
export interface PackedPicture {
  /** Path within the archive. */
  name: string;
  bytes: number;
  /** SHA-256 in hexadecimal; null for an unusable file. */
  digest: string | null;
  /** Why the file is unusable. */
  problem: string | null;
}
export interface PackedFiles {
  /** Whether it is an office document, which has its own readers. */
  isDocument: boolean;
  tables: string[];
}

// Tables compress to a tenth of their size, pictures hardly at all.
const bounds = { maxDeclared: 1024 * mib, maxRatio: 100 };

const begin = () => {
  let archive: Archive | undefined;
  const opened = () => archive!;
  return {
    open: async (path: string): Promise<PackedFiles> => {
      archive = await Archive.open(path, rules);
      // No cell could name this file, and no database can store the name.
      if (archive.files.some(({ name }) => name.length > maxName || /\p{Cc}/u.test(name)))
        throw rules.unsafe();
      const has = (name: string) => opened().has(name);
      const isDocument = has('_rels/.rels') || has('content.xml') || has('mimetype');
      if (!isDocument) archive.assertBounds(bounds);
      const names = shownFiles(archive).map(({ name }) => name);
      return { isDocument, tables: names.filter(isTable) };
    },
    /** Reads all files but tables once, for their digests. */
    pictures: async (_: null): Promise<PackedPicture[]> => {
      const found: PackedPicture[] = [];
      for (const { name, bytes } of shownFiles(opened())) {
        if (!isTable(name)) found.push({ name, bytes, ...(await readPicture(opened(), name, bytes)) });
      }
      return found;
    },
    extract: async ({ name, to }: { name: string; to: string }): Promise<void> => {
      await pipeline(opened().read(name, isTable(name) ? maxTable : maxPicture), createWriteStream(to));
    },
    close: (_: null): void => archive?.close(),
  };
};
export type ArchiveCalls = ReturnType<typeof begin>;

export default serveCalls(begin);

const isTable = (name: string): boolean => /\.(csv|tsv|xlsx|xlsm)$/i.test(name);

/** Excludes files that file managers add: ".DS_Store", "__MACOSX/._milk.jpg", "Thumbs.db". */
const shownFiles = ({ files }: Archive) =>
  files.filter(({ name }) => !/(^|\/)(\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i.test(name));

async function readPicture(
  archive: Archive,
  name: string,
  bytes: number,
): Promise<Pick<PackedPicture, 'digest' | 'problem'>> {
  if (bytes > maxPicture) return { digest: null, problem: 'Larger than 10 MB' };
  const digest = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const chunk of archive.read(name, maxPicture)) {
    if (head.length < pictureHead) {
      head = Buffer.concat([head, chunk]).subarray(0, pictureHead);
      if (head.length === pictureHead && !beginsAsPicture(head)) break;
    }
    digest.update(chunk);
  }
  return head.length === pictureHead && beginsAsPicture(head)
    ? { digest: digest.digest('hex'), problem: null }
    : { digest: null, problem: "Isn't a JPEG, PNG, WebP or AVIF picture" };
}
