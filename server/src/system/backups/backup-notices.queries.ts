import type { Tx } from '../../core/db/db.ts';

/** Says once that the backups are late; whether that was new. */
export async function openBackupNotice(tx: Tx, text: string): Promise<boolean> {
  const open = await tx
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'backup')
    .where('over_at', 'is', null)
    .executeTakeFirst();
  if (open) return false;
  await tx.insertInto('notices').values({ kind: 'backup', permission: 'access_setting', text }).execute();
  return true;
}

/** There is a good one again; whether it was late before. */
export async function closeBackupNotice(tx: Tx): Promise<boolean> {
  const closed = await tx
    .updateTable('notices')
    .set({ over_at: new Date().toISOString() })
    .where('kind', '=', 'backup')
    .where('over_at', 'is', null)
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}
