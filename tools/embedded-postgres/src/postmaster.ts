import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FolderLock, inUse } from './folder-lock.ts';
import { StartupProblem } from './startup-problem.ts';

const pidFile = (clusterDir: string) => path.join(clusterDir, 'postmaster.pid');

/** The content of PostgreSQL's pid file: line 1 is the process ID, line 8 its state. */
export function readPostmaster(clusterDir: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(pidFile(clusterDir), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}

/** The connection settings of this cluster's running PostgreSQL: line 4 is the port, line 5 the folder of its socket. */
export function addressOf(clusterDir: string): { host: string; port: number } | undefined {
  const found = readPostmaster(clusterDir);
  if (found?.status !== 'ready' || !isAlive(found.pid) || isForeignProcess(found.pid, clusterDir))
    return undefined;
  const lines = readFileSync(pidFile(clusterDir), 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return { host: lines[4] || lines[5] || '127.0.0.1', port: Number(lines[3]) };
}

/**
 * Ends a PostgreSQL that outlived its server, and removes a pid file whose process ID now belongs to another program. Call it
 * with the folder locked, because only then is a PostgreSQL found here an orphan.
 */
export async function endOrphan(dataDir: string, clusterDir: string, lock: FolderLock): Promise<void> {
  const found = readPostmaster(clusterDir);
  if (!found || !isAlive(found.pid)) return;
  if (isForeignProcess(found.pid, clusterDir)) {
    rmSync(pidFile(clusterDir), { force: true });
    return;
  }
  // Another container may share the folder without seeing the lock. Its server is then still the parent.
  const parent = parentOf(found.pid);
  if (parent !== undefined && parent === lock.holderBefore) throw inUse(dataDir, parent);

  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    tryKill(found.pid, signal);
    for (let waited = 0; waited < 12_000 && isAlive(found.pid); waited += 50) await sleep(50);
  }
  if (isAlive(found.pid)) {
    throw new StartupProblem(
      `A PostgreSQL (process ${found.pid}) still uses ${clusterDir} and does not stop. End it and start again.`,
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process no longer holds any resources.
    return !/^State:\s*Z/m.test(procFile(pid, 'status'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile or belongs to another user; waiting for it shows which.
  }
}

/** True only if it is certain: PostgreSQL's working directory is its data folder, and Linux shows that of a process. */
function isForeignProcess(pid: number, clusterDir: string): boolean {
  if (process.platform !== 'linux' || !existsSync(`/proc/${pid}`)) return false;
  if (!/\bpostgres\b/.test(procFile(pid, 'comm'))) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(clusterDir);
  } catch {
    return false;
  }
}

function parentOf(pid: number): number | undefined {
  return Number(/^PPid:\s*(\d+)/m.exec(procFile(pid, 'status'))?.[1]) || undefined;
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
