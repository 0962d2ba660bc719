import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from './startup-problem.ts';

/** The major version of PostgreSQL that created a cluster; undefined without a cluster. */
export function majorOfCluster(clusterDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path.join(clusterDir, 'PG_VERSION'), 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** "postgres (PostgreSQL) 18.4" → 18. */
export function majorOfProgram(postgres: string): number {
  return Number(/(\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[1]);
}

/** PostgreSQL reads only data of its own major version. */
export function rejectOtherMajor(clusterDir: string, postgres: string): void {
  const made = majorOfCluster(clusterDir);
  if (made === undefined) return;
  const ours = majorOfProgram(postgres);
  if (made === ours) return;
  throw new StartupProblem(
    made < ours
      ? `The database in ${clusterDir} was written by PostgreSQL ${made}, and this version of Aisle comes with PostgreSQL ${ours}. Run npm run upgrade-data once, then start again; nothing was changed.`
      : `The database in ${clusterDir} was written by PostgreSQL ${made}, which is newer than the PostgreSQL ${ours} of this version of Aisle. Start the version that wrote it; nothing was changed.`,
  );
}
