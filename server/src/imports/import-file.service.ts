import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Import } from '@aisle/contract/imports';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Uploads } from '../core/uploads.ts';
import { type CsvShape, readShape } from '../tables/csv-file.ts';
import { asCsv, type TableFile } from '../tables/table-file.ts';
import { textOf } from '../tables/text-encoding.ts';
import { findMemory } from './import-memories.queries.ts';
import { clearRows } from './import-rows.queries.ts';
import {
  getImport,
  insertFile,
  insertImport,
  lockImport,
  readAnew,
  type TableFacts,
} from './imports.queries.ts';
import { headingOf, mappingFor, suggestMapping } from './suggest-mapping.ts';

/** Keeps an uploaded file and says what its columns may mean; its rows are looked at by the check. */
export async function takeFile(tx: Tx, actor: Actor, storage: Storage, uploads: Uploads): Promise<Import> {
  const upload = uploads.file?.[0];
  if (!upload) throw wrongField('file', 'Choose a CSV file or a workbook (XLSX)');
  const table = await readTable(upload.path);
  const file = { name: upload.name, bytes: upload.bytes, createdBy: actor.userId };
  const bookId = table.book && table.book.sheets.length > 1 ? newId() : null;
  if (bookId) {
    const storageKey = bookKey(bookId);
    await storage.putStream(storageKey, createReadStream(upload.path));
    await insertFile(tx, { ...file, id: bookId, storageKey, mime: bookType });
  }
  const fileId = await keepTable(tx, storage, table, file);
  const id = newId();
  await insertImport(tx, { id, ...file, bookId, ...(await factsOf(tx, actor, table)), fileId });
  return getImport(tx, storage, id);
}

/** Reads another sheet of the same workbook, as if it were the one that came. */
export async function chooseSheet(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  sheet: string,
): Promise<Import> {
  const found = await lockImport(tx, id);
  if (found.isBusy) throw problem('imports.busy');
  if ((found.status !== 'uploaded' && found.status !== 'checked') || found.taken_to > 0) {
    throw problem('imports.done');
  }
  if (!found.sheets.includes(sheet)) throw wrongField('sheet', `The file has no sheet “${sheet}” with rows`);
  if (found.book_id === null) throw problem('not-found', { what: 'The workbook' });
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-sheet-'));
  try {
    const book = path.join(folder, 'book');
    await pipeline(await storage.getStream(bookKey(found.book_id)), createWriteStream(book));
    const table = await readTable(book, sheet);
    const file = { name: found.file_name, bytes: Number(found.bytes), createdBy: actor.userId };
    const fileId = await keepTable(tx, storage, table, file);
    await clearRows(tx, id);
    await readAnew(tx, id, { ...(await factsOf(tx, actor, table)), fileId });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return getImport(tx, storage, id);
}

const bookKey = (bookId: string) => `imports/${bookId}.xlsx`;
const bookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Table extends TableFile {
  shape: CsvShape;
}
async function readTable(given: string, sheet?: string): Promise<Table> {
  const table = await asCsv(given, sheet);
  return { ...table, shape: await readShape(table.path) };
}

async function keepTable(
  tx: Tx,
  storage: Storage,
  { path: given, shape }: Table,
  file: { name: string; bytes: number; createdBy: string | null },
): Promise<string> {
  const id = newId();
  const storageKey = `imports/${id}.csv`;
  await storage.putStream(storageKey, textOf(given, shape.encoding));
  await insertFile(tx, { ...file, id, storageKey, mime: 'text/csv' });
  return id;
}

async function factsOf(tx: Tx, actor: Actor, { path: given, shape, book }: Table): Promise<TableFacts> {
  const known = await findMemory(tx, actor.userId, headingOf(shape.columns));
  return {
    lineCount: await lineEnds(given),
    ...shape,
    sample: shape.sample.map((cells) => cells.map(storable)),
    columns: shape.columns.map(storable),
    sheet: book?.sheet ?? null,
    sheets: book?.sheets ?? [],
    notes: book?.notes ?? [],
    mapping: known ? mappingFor(shape.columns, known.mapping) : suggestMapping(shape.columns),
    options: known?.options ?? {},
    memoryId: known?._id ?? null,
  };
}

const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().slice(0, 1000);

async function lineEnds(given: string): Promise<number> {
  let count = 0;
  for await (const chunk of createReadStream(given) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  }
  return count;
}
