import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockFolder } from '@aisle/embedded-postgres/folder-lock';
import { endOrphan } from '@aisle/embedded-postgres/postmaster';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { readSettings, WrongSettings } from '../settings.ts';

/** Empties the data folder; the next start creates everything anew. */
async function reset(): Promise<string> {
  const { dataDir, databaseUrl } = readSettings(process.env);
  if (databaseUrl) {
    throw new StartupProblem("DATABASE_URL is set, so Aisle won't remove that database. Drop it by hand.");
  }
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return `${dataDir} is already empty.`;
  const clusterDir = path.join(dataDir, 'postgres');
  if (!existsSync(clusterDir) && !existsSync(`${clusterDir}.new`)) {
    throw new StartupProblem(`${dataDir} doesn't look like an Aisle data folder. Nothing was removed.`);
  }
  const lock = await lockFolder(dataDir);
  await endOrphan(dataDir, clusterDir, lock);
  // Deletes the folder's content but not the folder, which may be a mount.
  for (const name of readdirSync(dataDir)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  await lock.unlock();
  return `${dataDir} is empty. The next start creates a new database.`;
}

try {
  console.log(await reset());
} catch (error) {
  if (!(error instanceof StartupProblem || error instanceof WrongSettings)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof WrongSettings ? 2 : 1;
}
