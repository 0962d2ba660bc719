import { createHash, randomBytes } from 'node:crypto';
import { type Database, system, transaction } from '../db/db.ts';
import type { Storage } from './storage.ts';

/** Which installation the files beside it belong to. */
const key = 'installation';

/**
 * Compares the files with the database: the first server of an installation writes a mark beside them. Gives one line
 * when they are not its files, because this server has another folder or bucket than the others.
 */
export function strangeFiles(db: Database, storage: Storage, address: string): Promise<string | undefined> {
  return transaction(db, system, async (tx) => {
    // A second server waits here until the first one has written the mark.
    const first = await tx
      .insertInto('server_secrets')
      .values({ name: 'installation', value: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('value')
      .executeTakeFirst();
    if (first) {
      await storage.put(key, markOf(first.value));
      return undefined;
    }
    const { value } = await tx
      .selectFrom('server_secrets')
      .select('value')
      .where('name', '=', 'installation')
      .executeTakeFirstOrThrow();
    const mark = markOf(value);
    const found = (await storage.exists(key)) ? (await storage.disk.get(key)).trim() : undefined;
    if (found === mark) return undefined;
    const whose = found === undefined ? 'has no mark of it' : 'belongs to another installation';
    return (
      `The files in ${address} are not those that this database uses: the place ${whose}. ` +
      'All servers of one database need the same FILES, or a DATA_DIR that they share; ' +
      `if the files were moved here or are lost, write ${mark} into ${address.replace(/\/$/, '')}/${key}.`
    );
  });
}

/** What is in the database stays there: the mark only follows from it. */
const markOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex').slice(0, 32);
