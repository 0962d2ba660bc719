import type { Import } from '@aisle/contract/catalog/imports';
import type { Context } from '../../core/context.ts';
import { firstErrors, undoneSoFar } from './import-rows.queries.ts';
import type { ImportedResources } from './imported-resource.ts';
import { findImport } from './imports.queries.ts';
import { encodingNotes, nameOfErrors } from './notes.ts';

/** One import with its first problems, its error file and the notes on its columns. */
export async function getImport(
  { tx, services }: Pick<Context, 'tx' | 'services'>,
  resources: ImportedResources,
  id: string,
): Promise<Import> {
  const { errorFileKey, stage, encoding, readingNotes, memoryId, memoryName, ...found } = await findImport(
    tx,
    id,
  );
  const isBroken = found.status === 'failed' || found.status === 'cancelled';
  return {
    ...found,
    errors: await firstErrors(tx, id),
    errorFileUrl:
      errorFileKey &&
      `${services.storage.url(errorFileKey)}&name=${encodeURIComponent(nameOfErrors(found.fileName))}`,
    brokenAt: isBroken ? (stage as Import['brokenAt']) : null,
    notes: [
      ...readingNotes,
      ...encodingNotes(encoding),
      ...resources[found.kind].notes(found.columns, found.mapping),
    ],
    remembered: memoryId === null ? null : { _id: memoryId, name: memoryName! },
    undone: stage === 'undoing' || stage === 'undone' ? await undoneSoFar(tx, id) : null,
  };
}
