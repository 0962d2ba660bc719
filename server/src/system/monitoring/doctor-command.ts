import { existsSync } from 'node:fs';
import path from 'node:path';
import { runningConnection } from '@aisle/embedded-postgres/postgres';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import pg from 'pg';
import { attachDatabase } from '../../core/postgres/attach.ts';
import { readSettings, type Settings, WrongSettings } from '../../core/settings.ts';
import { databaseChecks } from './database-checks.ts';
import { type Examined, examine, exitCodeOf, type Finding, failure, printedFindings } from './doctor.ts';
import { machineChecks } from './machine-checks.ts';

// Implements `npm run doctor`, which changes nothing and works while the server runs.

async function connection(settings: Settings) {
  const running = settings.databaseUrl ? undefined : await runningConnection(settings.dataDir);
  if (!settings.databaseUrl && !running && !existsSync(path.join(settings.dataDir, 'postgres'))) {
    throw new StartupProblem(
      `There is no database in ${settings.dataDir}. Set DATA_DIR or DATABASE_URL as the server has them.`,
    );
  }
  return running ? { config: running, stop: async () => {} } : attachDatabase(settings);
}

async function examineDatabase(examined: Examined): Promise<Finding[]> {
  try {
    const attached = await connection(examined.settings);
    const client = new pg.Client(attached.config);
    try {
      await client.connect();
      return await examine({ ...examined, client }, databaseChecks);
    } finally {
      await client.end();
      await attached.stop();
    }
  } catch (error) {
    return [{ check: 'database', ...failure(error instanceof Error ? error.message : String(error)) }];
  }
}

try {
  const examined = { settings: readSettings(process.env), now: new Date() };
  const findings = [...(await examine(examined, machineChecks)), ...(await examineDatabase(examined))];
  console.log(printedFindings(findings));
  process.exitCode = exitCodeOf(findings);
} catch (error) {
  if (!(error instanceof WrongSettings)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
