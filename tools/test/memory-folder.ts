import { statfsSync } from 'node:fs';
import os from 'node:os';

/** Where Linux keeps files in memory. Containers often give it 64 MB, too little for a few databases. */
const shared = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/** The folder for what tests write: nothing of it has to survive a power cut, so nothing waits for a disk. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(shared);
    return bavail * bsize >= neededBytes ? shared : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
