import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The folder in which Linux stores files in memory. Containers often limit it to 64 MB, too little for a few databases. */
const shared = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/**
 * A new folder for the files of a test run, named `name` and the process ID. None of them have to survive a power failure: in
 * memory, tests of clusters need a third less processor time than on a disk.
 */
export function makeMemoryFolder(name: string): string {
  const parent = hasRoom() ? shared : os.tmpdir();
  removeLeftovers(parent, name);
  return mkdtempSync(path.join(parent, `${name}-${process.pid}-`));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(shared);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}

/** Folders of killed runs would use memory until the machine restarts. Those of other users are left alone. */
function removeLeftovers(parent: string, name: string): void {
  for (const entry of readdirSync(parent)) {
    const pid = entry.startsWith(`${name}-`) && /^(\d+)-/.exec(entry.slice(name.length + 1))?.[1];
    const leftover = path.join(parent, entry);
    if (pid && isMine(leftover) && !isAlive(Number(pid))) rmSync(leftover, { recursive: true, force: true });
  }
}

const isMine = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
