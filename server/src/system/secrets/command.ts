import { runningConnection } from '@aisle/embedded-postgres/postgres';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { openDatabase } from '../../core/db/db.ts';
import { attachDatabase } from '../../core/postgres/attach.ts';
import { readSettings, WrongSettings } from '../../core/settings.ts';
import { dropOldKeys, rotateKey } from './rotation.ts';

// Implements `npm run rotate-secrets`, which also works while Aisle is running.

const usage = `npm run rotate-secrets                make a new key and seal every secret with it
npm run rotate-secrets -- --drop-old  forget former keys`;

async function run(work: typeof rotateKey): Promise<string> {
  const settings = readSettings(process.env);
  const running = settings.databaseUrl ? undefined : await runningConnection(settings.dataDir);
  const attached = running ? { config: running, stop: async () => {} } : await attachDatabase(settings);
  try {
    const db = await openDatabase(attached.config, 2);
    try {
      return await work(db, settings);
    } finally {
      await db.close();
    }
  } finally {
    await attached.stop();
  }
}

try {
  const args = process.argv.slice(2);
  if (args.length > 1 || (args[0] && args[0] !== '--drop-old')) throw new StartupProblem(usage);
  console.log(await run(args[0] ? dropOldKeys : rotateKey));
} catch (error) {
  if (!(error instanceof StartupProblem || error instanceof WrongSettings)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof WrongSettings ? 2 : 1;
}
