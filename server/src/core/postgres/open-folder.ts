import { accessSync, constants, mkdirSync } from 'node:fs';
import os from 'node:os';
import { StartupProblem, systemReason } from './startup-problem.ts';

/** Makes the data folder when it is not there, and makes sure that we may work in it. */
export function openFolder(dataDir: string): void {
  try {
    // Root's PostgreSQL runs as somebody else and has to pass the folder, though not to list it.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupProblem(
      `Cannot write to the data folder ${dataDir}: ${systemReason(error)}. Give ${userName()} the right to, or set another DATA_DIR.`,
    );
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
