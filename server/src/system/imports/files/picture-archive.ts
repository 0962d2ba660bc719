import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Import } from '@aisle/contract/system/imports/imports';
import type { Context } from '../../../core/context.ts';
import { afterCommit, afterRollback } from '../../../core/db/db.ts';
import { idOf } from '../../../core/http/actor.ts';
import { maxTable, type Upload, type Uploads } from '../../../core/http/input/uploads.ts';
import { newId } from '../../../core/ids.ts';
import { tooLarge, wrongField } from '../../../core/problem.ts';
import { ArchiveReader } from '../../tables/archive-reader.ts';
import type { PackedFiles, PackedPicture } from '../../tables/archive-work.ts';
import { isPacked, unreadable } from '../../tables/text-encoding.ts';
import { getImport } from '../get-import.service.ts';
import { clearRows } from '../import-rows.queries.ts';
import type { ImportedResource, ImportedResources } from '../imported-resource.ts';
import { insertFile, reopen } from '../imports.queries.ts';
import { archiveBase, archiveKey } from './archive-names.ts';
import { lockOpen } from './lock-open.ts';
import { replaceArchive } from './picture-archive.queries.ts';

/** The contents of an upload: a table, and the pictures of products that it names. */
export interface Parcel {
  /** Path of the table. */
  tablePath: string;
  pictures: Pictures | undefined;
}
interface Pictures {
  upload: Upload;
  files: readonly PackedPicture[];
}

/** Returns the table of an upload, which can be in a ZIP with its pictures, or have a separate ZIP of pictures. */
export async function openParcel(
  uploads: Uploads,
  { takesPictures = false }: Pick<ImportedResource, 'takesPictures'>,
): Promise<Parcel> {
  const upload = uploads.file?.[0];
  const archive = uploads.pictures?.[0];
  if (!upload) throw wrongField('file', 'Choose a CSV or Excel file (XLSX)');
  if (archive && !takesPictures) throw wrongField('pictures', 'Only products are imported with pictures');
  const packed = takesPictures && !archive ? await unpack(upload) : undefined;
  if (packed) return packed;
  if (upload.bytes > maxTable) throw tooLarge(maxTable);
  return { tablePath: upload.path, pictures: archive && (await openPictures(archive)) };
}

/** Returns the only table of a ZIP and the other files; undefined for any other file. */
async function unpack(upload: Upload): Promise<Parcel | undefined> {
  if (!(await isPacked(upload.path))) return undefined;
  return withArchive(upload, async (archive, { isDocument, tables }) => {
    if (isDocument) return undefined;
    const [table, ...others] = tables;
    if (table === undefined) throw unreadable('This ZIP has no CSV or Excel file (XLSX) beside its pictures');
    if (others.length > 0) {
      throw unreadable(`This ZIP has ${tables.length} tables, such as ${others[0]}. Leave only one in it`);
    }
    const tablePath = `${upload.path}.table`;
    await archive.extract(table, tablePath);
    return { tablePath, pictures: { upload, files: await archive.pictures() } };
  });
}

async function openPictures(upload: Upload): Promise<Pictures> {
  const isOther = () => wrongField('pictures', 'Choose a ZIP of pictures');
  if (!(await isPacked(upload.path))) throw isOther();
  return withArchive(upload, async (archive, { isDocument }) => {
    if (isDocument) throw isOther();
    return { upload, files: await archive.pictures() };
  });
}

async function withArchive<Result>(
  { path: archivePath, signal }: Upload,
  work: (archive: ArchiveReader, packed: PackedFiles) => Promise<Result>,
): Promise<Result> {
  const archive = new ArchiveReader(signal);
  try {
    return await work(archive, await archive.open(archivePath));
  } finally {
    await archive.close();
  }
}

/** Stores a ZIP of pictures for the check and the import of its table. */
export async function storePictures(
  { tx, actor, services }: Context,
  importId: string,
  { upload, files }: Pictures,
): Promise<void> {
  const fileId = newId();
  const storageKey = `imports/${fileId}.zip`;
  afterRollback(tx, () => services.storage.remove(storageKey));
  await services.storage.putStream(storageKey, createReadStream(upload.path));
  const { name, bytes } = upload;
  const createdBy = idOf(actor);
  await insertFile(tx, { id: fileId, storageKey, mime: 'application/zip', bytes, name, createdBy });
  const listed = files.map(({ name: filePath, digest, problem }) => ({
    key: archiveKey(filePath),
    base: archiveBase(filePath),
    path: filePath,
    digest,
    problem,
  }));
  const distinct = [...new Map(listed.map((file) => [file.key, file])).values()];
  await replaceArchive(tx, importId, { fileId, name: path.basename(name), files: distinct });
}

/** Adds a ZIP of pictures to an uploaded file. Its rows have to be checked again. */
export async function addPictures(
  context: Context,
  resources: ImportedResources,
  id: string,
  uploads: Uploads,
): Promise<Import> {
  const { tx, services } = context;
  const found = await lockOpen(context, id);
  const [upload] = uploads.pictures ?? [];
  if (!resources[found.kind].takesPictures) {
    throw wrongField('pictures', 'Only products are imported with pictures');
  }
  if (!upload) throw wrongField('pictures', 'Choose a ZIP of pictures');
  const former = await reopen(tx, id);
  await clearRows(tx, id);
  await storePictures(context, id, await openPictures(upload));
  afterCommit(tx, () => Promise.allSettled(former.map((key) => services.storage.remove(key))));
  return getImport(context, resources, id);
}
