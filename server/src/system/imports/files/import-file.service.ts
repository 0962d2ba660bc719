import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import type { Import } from '@aisle/contract/system/imports/imports';
import type { Context } from '../../../core/context.ts';
import { afterRollback } from '../../../core/db/db.ts';
import { idOf } from '../../../core/http/actor.ts';
import type { Uploads } from '../../../core/http/input/uploads.ts';
import { newId } from '../../../core/ids.ts';
import { problem, wrongField } from '../../../core/problem.ts';
import { describeTable } from '../../tables/table-reader.ts';
import type { DescribedTable } from '../../tables/table-work.ts';
import { textOf } from '../../tables/text-encoding.ts';
import { getImport } from '../get-import.service.ts';
import { assertMayImport } from '../import-access.ts';
import { findMemory } from '../import-memories.queries.ts';
import { clearRows } from '../import-rows.queries.ts';
import type { ImportedResource, ImportedResources } from '../imported-resource.ts';
import {
  insertFile,
  insertImport,
  type LockedImport,
  replaceTable,
  type TableFacts,
} from '../imports.queries.ts';
import {
  addSuggestions,
  headingOf,
  mappingFor,
  suggestMapping,
  withoutEmptyKeys,
} from '../reading/suggest-mapping.ts';
import { lockOpen } from './lock-open.ts';
import { openParcel, storePictures } from './picture-archive.ts';

/** Stores an uploaded file and suggests what its columns mean. Only the check reads the rows. */
export async function uploadFile(
  context: Context,
  resources: ImportedResources,
  kind: ImportKind,
  uploads: Uploads,
): Promise<Import> {
  const { tx, actor, services } = context;
  assertMayImport(actor, kind);
  const { tablePath, pictures } = await openParcel(uploads, resources[kind]);
  const upload = uploads.file![0]!;
  const table = await describeTable({ path: tablePath, signal: upload.signal });
  const file = { name: upload.name, bytes: upload.bytes, createdBy: idOf(actor) };
  const bookId = table.book && table.book.sheets.length > 1 ? newId() : null;
  if (bookId) {
    const storageKey = bookKey(bookId);
    afterRollback(tx, () => services.storage.remove(storageKey));
    await services.storage.putStream(storageKey, createReadStream(tablePath));
    await insertFile(tx, { ...file, id: bookId, storageKey, mime: bookType });
  }
  const fileId = await storeTable(context, table, file);
  const id = newId();
  const facts = await factsOf(context, kind, resources[kind], table);
  await insertImport(tx, { id, kind, ...file, bookId, ...facts, fileId });
  if (pictures) await storePictures(context, id, pictures);
  return getImport(context, resources, id);
}

/** Reads another sheet of the same workbook, like a new upload of it. */
export async function chooseSheet(
  context: Context,
  resources: ImportedResources,
  id: string,
  sheet: string,
): Promise<Import> {
  const { tx, actor, services } = context;
  const found = await lockOpen(context, id);
  if (!found.sheets.includes(sheet)) throw wrongField('sheet', `The file has no sheet “${sheet}” with rows`);
  if (found.book_id === null) throw problem('not-found', { what: 'The workbook' });
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-sheet-'));
  try {
    const book = path.join(folder, 'book');
    await pipeline(await services.storage.getStream(bookKey(found.book_id)), createWriteStream(book));
    const table = await describeTable({ path: book, sheet, signal: context.signal });
    const file = { name: found.file_name, bytes: Number(found.bytes), createdBy: idOf(actor) };
    const fileId = await storeTable(context, table, file);
    await clearRows(tx, id);
    await replaceTable(tx, id, {
      ...(await factsOf(context, found.kind, resources[found.kind], table)),
      fileId,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return getImport(context, resources, id);
}

/** Reads the same table again with its headings in another row. */
export const chooseHeading = (
  context: Context,
  resources: ImportedResources,
  id: string,
  headingRow: number,
): Promise<Import> => readAgain(context, resources, id, ({ delimiter }) => ({ headingRow, delimiter }));

/** Reads the same text file again with another delimiter, and finds its headings again. */
export const chooseDelimiter = (
  context: Context,
  resources: ImportedResources,
  id: string,
  delimiter: string,
): Promise<Import> =>
  readAgain(context, resources, id, ({ sheet }) => {
    if (sheet !== null) throw wrongField('delimiter', 'Only text files have a delimiter');
    return { delimiter };
  });

async function readAgain(
  context: Context,
  resources: ImportedResources,
  id: string,
  choose: (found: LockedImport) => { headingRow?: number; delimiter: string },
): Promise<Import> {
  const { tx, services } = context;
  const found = await lockOpen(context, id);
  if (found.file_id === null) throw problem('not-found', { what: 'The file' });
  const chosen = choose(found);
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-table-'));
  try {
    const copy = path.join(folder, 'table.csv');
    await pipeline(await services.storage.getStream(tableKey(found.file_id)), createWriteStream(copy));
    const table = await describeTable({ path: copy, ...chosen, signal: context.signal });
    const { encoding, sheet, sheets, notes } = found;
    const facts = await factsOf(context, found.kind, resources[found.kind], table);
    await clearRows(tx, id);
    const allNotes = [...new Set([...notes, ...facts.notes])];
    await replaceTable(tx, id, {
      ...facts,
      encoding,
      sheet,
      sheets,
      notes: allNotes,
      fileId: found.file_id,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return getImport(context, resources, id);
}

const tableKey = (fileId: string) => `imports/${fileId}.csv`;
const bookKey = (bookId: string) => `imports/${bookId}.xlsx`;
const bookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function storeTable(
  { tx, services }: Context,
  { path: tablePath, shape }: DescribedTable,
  file: { name: string; bytes: number; createdBy: string | null },
): Promise<string> {
  const id = newId();
  const storageKey = tableKey(id);
  afterRollback(tx, () => services.storage.remove(storageKey));
  await services.storage.putStream(storageKey, textOf(tablePath, shape.encoding));
  await insertFile(tx, { ...file, id, storageKey, mime: 'text/csv' });
  return id;
}

async function factsOf(
  { tx, actor }: Context,
  kind: ImportKind,
  resource: ImportedResource,
  { shape, values, book, notes, lineCount, columnFacts }: DescribedTable,
): Promise<TableFacts> {
  const { columns, sample } = shape;
  const { table } = resource;
  const memory = await findMemory(tx, actor.userId, kind, headingOf(columns));
  const seen = { columns, sample, values };
  const suggested = suggestMapping(columns, table, { values, fits: resource.fits });
  const proposal = resource.propose?.(suggested, seen) ?? { mapping: suggested, options: {}, notes: [] };
  const mapping = memory
    ? addSuggestions(mappingFor(columns, memory.mapping), proposal.mapping, memory.declined)
    : proposal.mapping;
  return {
    lineCount,
    columnFacts: Object.fromEntries(
      Object.entries(columnFacts).map(([name, facts]) => [storable(name), facts]),
    ),
    ...shape,
    sample: sample.map((cells) => cells.map(storable)),
    columns: columns.map(storable),
    top: shape.top.map(({ row, cells }) => ({ row, cells: cells.map(shortened) })),
    sheet: book?.sheet ?? null,
    sheets: book?.sheets ?? [],
    notes: [...notes, ...proposal.notes],
    mapping: withoutEmptyKeys(table, mapping, seen),
    options: { ...proposal.options, ...memory?.options },
    memoryId: memory?._id ?? null,
  };
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const storable = (text: string): string =>
  text.slice(0, 2000).replaceAll('\u0000', '').toWellFormed().slice(0, 1000);

/** The start of a cell, long enough to tell a heading from a title. */
const shortened = (text: string): string => storable(text).slice(0, 100).toWellFormed();
