import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupProblem } from './startup-problem.ts';

const pidFile = (dataDir: string) => path.join(dataDir, 'server.pid');

/** A short name for a folder that doesn't depend on how its path is written. */
export function folderKey(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16);
}

/** A longer wait for the folder than the default. */
export type LockPatience = { ms: number; onWait: (line: string) => void };

export type FolderLock = { unlock: () => Promise<void>; holderBefore: number | undefined };

/**
 * Keeps a second server out of the folder while this process lives. A file with a process ID outlives a killed process, and
 * another process may have that ID by then. A socket name has neither problem: the system releases it with the process.
 */
export async function lockFolder(dataDir: string, patience?: LockPatience): Promise<FolderLock> {
  const name = lockName(folderKey(dataDir));
  // A server that is stopping, or whose parent has ended, will be gone soon.
  let end = Date.now() + 3000;
  let isWaiting = false;
  let server = await listenOn(name);
  while (!server) {
    if (isFile(name) && !(await isAnswered(name))) rmSync(name, { force: true });
    else if (Date.now() < end) await sleep(100);
    else if (!patience || isWaiting) throw inUse(dataDir);
    else {
      isWaiting = true;
      end = Date.now() + patience.ms;
      const seconds = Math.ceil(patience.ms / 1000);
      patience.onWait(
        `The data folder ${dataDir} is in use by ${holderOf(lastHolder(dataDir))}, such as a backup. Waiting up to ${seconds} s for it.`,
      );
    }
    server = await listenOn(name);
  }
  const held = server;
  held.unref();
  const holderBefore = lastHolder(dataDir);
  writeFileSync(pidFile(dataDir), `${process.pid}\n`);
  return { holderBefore, unlock: () => new Promise((resolve) => held.close(() => resolve())) };
}

/** The process that locks the folder, or locked it last. */
function lastHolder(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(pidFile(dataDir), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

const holderOf = (pid: number | undefined): string => (pid ? `process ${pid}` : 'another process');

export function inUse(dataDir: string, pid = lastHolder(dataDir)): StartupProblem {
  return new StartupProblem(
    `The data folder ${dataDir} is in use by another Aisle (${holderOf(pid)}). Stop that one first, or set another DATA_DIR.`,
  );
}

function lockName(key: string): string {
  if (process.platform === 'linux') return `\0aisle-${key}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\aisle-${key}`;
  return path.join(os.tmpdir(), `aisle-${key}.lock`);
}

const isFile = (name: string) => path.isAbsolute(name) && process.platform !== 'win32';

/** Returns undefined if another process already listens there. */
function listenOn(name: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });
}

function isAnswered(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(name);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
