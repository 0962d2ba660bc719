import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartupProblem, systemReason } from './startup-problem.ts';

/** Makes the data folder when it is not there, and makes sure that we may work in it. */
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

/** One folder after the other: asked for all at once below /proc, Node tries for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  // Root's PostgreSQL runs as somebody else and has to pass the folder, though not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(folder, { mode });
  // The process's umask has taken some of it away.
  chmodSync(folder, mode);
}

/** Folders of files that were made before, open to every account. */
export function closeToOthers(dataDir: string): void {
  for (const name of ['files', 'outbox']) {
    const folder = path.join(dataDir, name);
    if (existsSync(folder)) chmodSync(folder, 0o700);
  }
}

/** A container may run us as a number without a name. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
