import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartupProblem, systemReason } from './startup-problem.ts';

/** Creates the data folder if it doesn't exist, and checks that it is writable. */
export function openFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = systemReason(error);
    const remedy = reason === 'permission denied' ? `Give ${userName()} the right to, or set` : 'Set';
    throw new StartupProblem(
      `Cannot write to the data folder ${dataDir}: ${reason}. ${remedy} another DATA_DIR.`,
    );
  }
}

/** Creates one folder after the other: creating all at once below /proc makes Node retry forever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  // Root's PostgreSQL runs as another user, who has to pass through the folder but not list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(folder, { mode });
  // The umask of the process has removed some of these permissions.
  chmodSync(folder, mode);
}

/** Existing folders with files, open to every account. */
export function closeToOthers(dataDir: string): void {
  for (const name of ['files', 'outbox']) {
    const folder = path.join(dataDir, name);
    if (existsSync(folder)) chmodSync(folder, 0o700);
  }
}

/** In a container, the process may run as a user ID without a name. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
