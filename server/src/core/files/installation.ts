import { createHash, randomBytes } from 'node:crypto';
import { type Database, system, transaction } from '../db/db.ts';
import { serverSecretContext } from '../db/seals/sealed-columns.ts';
import type { Services } from '../services.ts';

/** The key of the mark that identifies the installation of the files beside it. */
const key = 'installation';

/**
 * Checks that the files belong to the database: the first server of an installation writes a mark beside them. Returns a
 * one-line message if they don't match, because this server uses another folder or bucket than the others.
 */
export function fileMismatch(
  db: Database,
  { seals, storage }: Pick<Services, 'seals' | 'storage'>,
  address: string,
): Promise<string | undefined> {
  const about = serverSecretContext(key);
  return transaction(db, system, async (tx) => {
    // A second server waits here until the first one has written the mark.
    const first = await tx
      .insertInto('server_secrets')
      .values({ name: key, value: seals.seal(randomBytes(32).toString('base64'), about) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('value')
      .executeTakeFirst();
    if (first) {
      await storage.put(key, markOf(seals.open(first.value, about)));
      return undefined;
    }
    const { value } = await tx
      .selectFrom('server_secrets')
      .select('value')
      .where('name', '=', key)
      .executeTakeFirstOrThrow();
    const mark = markOf(seals.open(value, about));
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

/** Derived from the secret, so that the mark reveals nothing and stays the same when the secret is re-encrypted. */
const markOf = (secret: string): string =>
  createHash('sha256').update(Buffer.from(secret, 'base64')).digest('hex').slice(0, 32);
