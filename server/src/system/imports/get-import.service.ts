import type { ImportTable } from '@aisle/contract/system/imports/import-fields';
import type { Import } from '@aisle/contract/system/imports/imports';
import type { Context } from '../../core/context.ts';
import { countPictures } from './files/picture-archive.queries.ts';
import { assertMayImport } from './import-access.ts';
import { countUndone, firstErrors } from './import-rows.queries.ts';
import type { ImportedResources } from './imported-resource.ts';
import { findImport } from './imports.queries.ts';
import { encodingNotes, nameOfErrors } from './notes.ts';
import { isOfOrders, likelierKind } from './reading/likelier-kind.ts';

/** Returns an import with its first problems, its error file and the notes on its columns. */
export async function getImport(
  { tx, services }: Pick<Context, 'tx' | 'services'>,
  resources: ImportedResources,
  id: string,
): Promise<Import> {
  const { errorFileKey, stage, encoding, readingNotes, memoryId, memoryName, archiveName, ...found } =
    await findImport(tx, id);
  const { table, notes, takesPictures = false } = resources[found.kind];
  const isBroken = found.status === 'failed' || found.status === 'cancelled';
  return {
    ...found,
    fields: shownFields(table),
    keys: [...table.keys],
    adds: table.adds !== false,
    takesPictures,
    // Users of some locations can't import pictures and may not read these.
    archive: archiveName === null ? null : { name: archiveName, pictures: await countPictures(tx, id) },
    errors: await firstErrors(tx, id),
    errorFileUrl:
      errorFileKey &&
      `${services.storage.url(errorFileKey)}&name=${encodeURIComponent(nameOfErrors(found.fileName))}`,
    brokenAt: isBroken ? (stage as Import['brokenAt']) : null,
    likelierKind: likelierKind(found.kind, found.columns, resources),
    notes: [
      ...(isOfOrders(found.columns) ? [orderNote] : []),
      ...readingNotes,
      ...encodingNotes(encoding),
      ...(notes?.(found.columns, found.mapping) ?? []),
    ],
    remembered: memoryId === null ? null : { _id: memoryId, name: memoryName! },
    undone: stage === 'undoing' || stage === 'undone' ? await countUndone(tx, id) : null,
  };
}

const orderNote =
  "This looks like an export of orders, which can't be imported. Export the list itself instead.";

const shownFields = ({ fields }: ImportTable): Import['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { known: _, fallbackOf: __, prefer: ___, ...shown }]) => [
      name,
      shown,
    ]),
  );

/** Returns the import to users who can import this kind. */
export async function showImport(
  context: Pick<Context, 'tx' | 'actor' | 'services'>,
  resources: ImportedResources,
  id: string,
): Promise<Import> {
  const found = await getImport(context, resources, id);
  assertMayImport(context.actor, found.kind);
  return found;
}
