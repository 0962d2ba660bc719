import { createReadStream } from 'node:fs';
import {
  type Import,
  type ImportMapping,
  type ImportOptions,
  productImportFields,
  requiredImportFields,
} from '@aisle/contract/imports';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Upload, Uploads } from '../core/uploads.ts';
import { startJob } from '../jobs/jobs.service.ts';
import { readShape } from './csv-file.ts';
import { beginCheck, beginRun, getImport, insertImport, lockImport } from './imports.queries.ts';
import { suggestMapping } from './suggest-mapping.ts';

/** Keeps an uploaded file and says what its columns may mean; its rows are looked at by the check. */
export async function takeFile(tx: Tx, actor: Actor, storage: Storage, uploads: Uploads): Promise<Import> {
  const upload = uploads.file?.[0];
  if (!upload) throw wrongField('file', 'Choose a CSV file');
  const shape = await readShape(upload.path);
  const id = newId();
  const storageKey = `imports/${id}.csv`;
  await storage.putStream(storageKey, createReadStream(upload.path));
  await insertImport(tx, {
    id,
    fileId: newId(),
    fileName: upload.name,
    bytes: upload.bytes,
    lineCount: await lineEnds(upload),
    ...shape,
    sample: shape.sample.map((cells) => cells.map(storable)),
    mapping: suggestMapping(shape.columns),
    storageKey,
    createdBy: actor.userId,
  });
  return getImport(tx, storage, id);
}

const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().slice(0, 1000);

async function lineEnds(upload: Upload): Promise<number> {
  let count = 0;
  for await (const chunk of createReadStream(upload.path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  }
  return count;
}

/** Begins to look at every row; nothing of the catalogue is changed. */
export async function startCheck(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  mapping: ImportMapping,
  options: ImportOptions = {},
): Promise<Import> {
  const found = await lockImport(tx, id);
  if (found.isBusy) throw problem('imports.busy');
  if (found.status === 'imported' || found.taken_to > 0) throw problem('imports.done');
  mustFit(mapping, found.columns);
  const jobId = await startJob(tx, actor, {
    kind: 'importCheck',
    title: `Checking ${found.file_name}`,
    permission: 'product_add',
    input: { importId: id },
  });
  await beginCheck(tx, id, jobId, mapping, options);
  return getImport(tx, storage, id);
}

function mustFit(mapping: ImportMapping, columns: readonly string[]): void {
  const missing = requiredImportFields.filter((field) => mapping[field] === undefined);
  const unknown = Object.entries(mapping).filter(([, column]) => !columns.includes(column));
  const fields = [
    ...missing.map((field) => ({
      path: `mapping.${field}`,
      message: `Say which column holds the ${productImportFields[field].label.toLowerCase()}`,
    })),
    ...unknown.map(([field, column]) => ({
      path: `mapping.${field}`,
      message: `The file has no column '${column}'`,
    })),
  ];
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
}

/** Begins to take the good rows, or goes on where that was broken off. */
export async function startImport(tx: Tx, actor: Actor, storage: Storage, id: string): Promise<Import> {
  const found = await lockImport(tx, id);
  if (found.isBusy) throw problem('imports.busy');
  if (found.status === 'imported') throw problem('imports.done');
  if (found.status !== 'checked' && found.status !== 'importing') throw problem('imports.not-checked');
  const jobId = await startJob(tx, actor, {
    kind: 'importRun',
    title: `Importing ${found.file_name}`,
    permission: 'product_add',
    input: { importId: id },
  });
  await beginRun(tx, id, jobId);
  await audit(tx, actor, {
    action: 'run',
    resource: 'imports',
    recordId: id,
    after: { file: found.file_name },
  });
  return getImport(tx, storage, id);
}
