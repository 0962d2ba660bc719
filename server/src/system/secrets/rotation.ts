import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import type { Database } from '../../core/db/db.ts';
import {
  type KeySource,
  type Keys,
  keyFileOf,
  newestOf,
  newKey,
  readKeys,
  writeKeys,
} from '../../core/db/seals/key-ring.ts';
import { clearKeys, countVersions, openSecrets } from '../../core/db/seals/secrets.ts';

/** Creates a key and seals everything with it. Earlier keys stay until `dropOldKeys`, because a server may still use them. */
export async function rotateKey(db: Database, source: KeySource): Promise<string> {
  await openSecrets(db, source);
  if (source.secretsKey || source.secretsKeyFile) {
    // If the key is stored elsewhere, the operator adds a new one there. Each start seals everything with the newest key.
    const keys = readKeys(source)!;
    const next = newestOf(keys) + 1;
    return `Everything is sealed with version ${newestOf(keys)} of the key. To rotate it, put ${next}:${newKey().toString('base64')} in front of it, separated by a comma, on every server; start them, and run this again.`;
  }
  const keys = readKeys(source)!;
  const version = newestOf(keys) + 1;
  writeKeys(source, new Map([...keys, [version, newKey()]]));
  await openSecrets(db, source);
  return `Everything is sealed with version ${version} of the key in ${keyFileOf(source)}. Keep a copy of the file. Restart the servers, then run npm run rotate-secrets -- --drop-old.`;
}

/** Deletes keys that no value is sealed with anymore. */
export async function dropOldKeys(db: Database, source: KeySource): Promise<string> {
  await openSecrets(db, source);
  const keys = readKeys(source)!;
  const newest = newestOf(keys);
  const counts = await countVersions(db);
  const old = [...keys.keys()].filter((version) => version !== newest);
  if (old.some((version) => counts.has(version))) {
    throw new StartupProblem('Some secrets were sealed with an older key since. Run this again.');
  }
  if (old.length === 0) return `There is only version ${newest} of the key.`;
  await clearKeys(db, old);
  const isOurs = !source.secretsKey && !source.secretsKeyFile;
  if (isOurs) writeKeys(source, new Map<number, Buffer>([[newest, keys.get(newest)!]]) satisfies Keys);
  const versions = old.sort((a, b) => a - b).join(', ');
  return isOurs
    ? `Dropped version ${versions} of the key. Backups made before need it: keep it with them.`
    : `Version ${versions} of the key is not needed anymore: remove it from the setting on every server. Backups made before need it.`;
}
