import type { Tx } from '../../core/db/db.ts';

interface ExportFile {
  id: string;
  key: string;
  name: string;
  mime: string;
  createdBy: string | null;
}
/** Known as a file, so that it is cleared away after some days. */
export async function insertExportFile(
  tx: Tx,
  { id, key, name, mime, createdBy }: ExportFile,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({ id, kind: 'export', storage_key: key, mime, bytes: 0, name, created_by: createdBy })
    .execute();
}
