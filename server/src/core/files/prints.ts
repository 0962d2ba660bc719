import { afterRollback, type Tx } from '../db/db.ts';
import { newId } from '../ids.ts';
import type { Storage } from './storage.ts';

interface Print {
  name: string;
  bytes: Uint8Array;
  createdBy: string | null;
}
/** Stores a generated PDF, recorded as a file so that it is deleted after some days. */
export async function storePrintFile(
  tx: Tx,
  storage: Storage,
  { name, bytes, createdBy }: Print,
): Promise<{ key: string; name: string }> {
  const id = newId();
  const key = `prints/${id}.pdf`;
  afterRollback(tx, () => storage.remove(key));
  await storage.put(key, bytes);
  await tx
    .insertInto('files')
    .values({
      id,
      kind: 'export',
      storage_key: key,
      mime: 'application/pdf',
      bytes: bytes.length,
      name,
      created_by: createdBy,
    })
    .execute();
  return { key, name };
}
