import { randomBytes } from 'node:crypto';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { sql } from 'kysely';
import { type Database, system, type Tx, transaction } from '../db.ts';
import {
  type Fingerprints,
  fingerprintOf,
  type KeySource,
  type Keys,
  keyMisfit,
  missingKey,
  newestOf,
  newKey,
  readKeys,
  writeKeys,
} from './key-ring.ts';
import { type SealedColumn, sealedColumns, serverSecretContext } from './sealed-columns.ts';
import { openFormer, openWith, Seals, sealWith, versionOf } from './seals.ts';

const rowsAtOnce = 200;
/** An arbitrary number for the advisory lock: servers of one installation open their secrets one after another. */
const secretsLock = 4_151_200_3;

/**
 * Opens the secrets of an installation when a server starts. The key is not in the database: it is a setting, or a file that
 * the first start creates. The start fails if the key is missing or differs from the previous one.
 */
export async function openSecrets(db: Database, source: KeySource): Promise<Seals> {
  const keys = await transaction(db, system, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${secretsLock})`.execute(tx);
    const known = await existingKeys(tx);
    const found = readKeys(source) ?? firstKeys(source, known.size > 0);
    mustFit(found, known, source);
    for (const [version, key] of found) {
      if (!known.has(version)) await recordKey(tx, version, key);
    }
    await migrateFormerSecrets(tx, found);
    return found;
  });
  await resealSecrets(db, keys);
  const signingKey = Buffer.from(await serverSecretWith(db, keys, 'signing'), 'base64');
  return new Seals(keys, signingKey, () => readKeys(source));
}

/** A random value that the first start creates; it stays the same on every server. */
export async function serverSecret(db: Database, seals: Seals, name: string): Promise<Buffer> {
  const made = seals.seal(randomBytes(32).toString('base64'), serverSecretContext(name));
  const kept = await storeServerSecret(db, name, made);
  return Buffer.from(seals.open(kept, serverSecretContext(name)), 'base64');
}

async function serverSecretWith(db: Database, keys: Keys, name: string): Promise<string> {
  const about = serverSecretContext(name);
  const made = sealWith(keys, newestOf(keys), randomBytes(32).toString('base64'), about);
  return openWith(keys, await storeServerSecret(db, name, made), about);
}

const storeServerSecret = (db: Database, name: string, value: Buffer): Promise<Buffer> =>
  transaction(db, system, async (tx) => {
    await tx
      .insertInto('server_secrets')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await tx
      .selectFrom('server_secrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return row.value;
  });

async function existingKeys(tx: Tx): Promise<Fingerprints> {
  const rows = await tx.selectFrom('secret_keys').select(['version', 'fingerprint']).execute();
  return new Map(rows.map(({ version, fingerprint }) => [version, fingerprint]));
}

async function recordKey(tx: Tx, version: number, key: Buffer): Promise<void> {
  await tx
    .insertInto('secret_keys')
    .values({ version, fingerprint: fingerprintOf(key) })
    .execute();
}

/** The key that the first start creates. If the database already has keys, the key is missing instead. */
function firstKeys(source: KeySource, isUsed: boolean): Keys {
  if (isUsed) throw new StartupProblem(missingKey(source));
  const keys = new Map([[1, newKey()]]);
  writeKeys(source, keys);
  return keys;
}

function mustFit(keys: Keys, known: Fingerprints, source: KeySource): void {
  const misfit = keyMisfit(keys, known, source);
  if (misfit) throw new StartupProblem(misfit);
}

/** Migrates secrets from before keys had versions: one key was in the database, and some secrets weren't encrypted. */
async function migrateFormerSecrets(tx: Tx, keys: Keys): Promise<void> {
  await sql`SET LOCAL app.sealing = 'on'`.execute(tx);
  const newest = newestOf(keys);
  const rows = await tx.selectFrom('server_secrets').select(['name', 'value']).execute();
  const former = rows.find(({ name }) => name === 'seals')?.value;
  for (const { name, value } of rows) {
    if (versionOf(value) !== undefined) continue;
    // The old key still signs, because emails that were sent contain URLs signed with it.
    const kept = name === 'seals' ? 'signing' : name;
    const sealed = sealWith(keys, newest, value.toString('base64'), serverSecretContext(kept));
    await tx
      .updateTable('server_secrets')
      .set({ name: kept, value: sealed })
      .where('name', '=', name)
      .execute();
  }
  for (const column of sealedColumns.slice(1)) {
    for (const { id, value } of await readColumn(tx, column)) {
      if (versionOf(bytesOf(column, value)) !== undefined) continue;
      const about = column.about + id;
      // Secrets of webhooks were stored as plain text.
      const text = typeof value === 'string' ? value : openFormer(former!, value, about);
      await writeColumn(tx, column, { id, value: sealWith(keys, newest, text, about) });
    }
  }
}

/** Re-encrypts all values of older keys with the newest one, in batches. Returns their number. */
async function resealSecrets(db: Database, keys: Keys): Promise<number> {
  const newest = newestOf(keys);
  let done = 0;
  for (const column of sealedColumns) {
    for (let count = rowsAtOnce; count === rowsAtOnce; done += count) {
      count = await transaction(db, system, (tx) => sealSome(tx, column, keys, newest));
    }
  }
  return done;
}

async function sealSome(tx: Tx, column: SealedColumn, keys: Keys, newest: number): Promise<number> {
  await sql`SET LOCAL app.sealing = 'on'`.execute(tx);
  const head = sealWith(new Map([[newest, Buffer.alloc(32)]]), newest, '', '').subarray(0, 6);
  const rows = await readColumn(tx, column, head);
  for (const { id, value } of rows) {
    const about = column.about + id;
    const text = openWith(keys, bytesOf(column, value), about);
    await writeColumn(tx, column, { id, value: sealWith(keys, newest, text, about) });
  }
  return rows.length;
}

type Stored = Buffer | string;
const bytesOf = ({ isText }: SealedColumn, value: Stored): Buffer =>
  isText ? Buffer.from(value as string, 'base64') : (value as Buffer);

/** The values of a column, locked; with `unlike`, a batch of those that don't begin with these bytes. */
async function readColumn(
  tx: Tx,
  { table, id, column, isText }: SealedColumn,
  unlike?: Buffer,
): Promise<{ id: string; value: Stored }[]> {
  const start = isText
    ? sql`left(${sql.ref(column)}, 8) <> ${unlike?.toString('base64') ?? ''}`
    : sql`substring(${sql.ref(column)} FROM 1 FOR 6) <> ${unlike ?? Buffer.alloc(0)}`;
  const { rows } = await sql<{ id: string; value: Stored }>`
    SELECT ${sql.ref(id)} AS id, ${sql.ref(column)} AS value FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL AND ${start}
    ORDER BY 1 ${unlike ? sql`LIMIT ${rowsAtOnce}` : sql``} FOR NO KEY UPDATE`.execute(tx);
  return rows;
}

async function writeColumn(
  tx: Tx,
  { table, id, column, isText }: SealedColumn,
  row: { id: string; value: Buffer },
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${isText ? row.value.toString('base64') : row.value}
    WHERE ${sql.ref(id)} = ${row.id}`.execute(tx);
}

/** The number of encrypted values for each version of the key. */
export const countVersions = (db: Database): Promise<Map<number, number>> =>
  transaction(db, system, async (tx) => {
    const counts = new Map<number, number>();
    for (const column of sealedColumns) {
      for (const { value } of await readColumn(tx, column)) {
        const version = versionOf(bytesOf(column, value)) ?? 0;
        counts.set(version, (counts.get(version) ?? 0) + 1);
      }
    }
    return counts;
  });

/** Deletes the records of keys that no value uses anymore. */
export const clearKeys = (db: Database, versions: readonly number[]): Promise<unknown> =>
  transaction(db, system, (tx) => tx.deleteFrom('secret_keys').where('version', 'in', versions).execute());
