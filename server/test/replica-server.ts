import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './pooler.ts';

const run = promisify(execFile);

/** The programs of a PostgreSQL that can create a replica, if it is installed; the embedded one lacks them. */
export const programs = postgresPrograms();
function postgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => path.join(root, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'pg_basebackup')));
}

/** PostgreSQL refuses to run as root. */
const account: { uid?: number; gid?: number } = process.getuid?.() === 0 ? accountOf('postgres') : {};
function accountOf(name: string): { uid: number; gid: number } {
  const id = (what: string) => Number(execFileSync('id', [what, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

class Cluster {
  readonly #folder: string;
  readonly #port: number;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  configure(lines: readonly string[]): void {
    appendFileSync(path.join(this.#folder, 'postgresql.conf'), `${lines.join('\n')}\n`);
  }

  start = (): Promise<void> => this.#control(['start', '-w', '-l', path.join(this.#folder, 'log')]);
  stop = (): Promise<void> => this.#control(['stop', '-m', 'immediate']);

  #control(what: readonly string[]): Promise<void> {
    // A process that it starts keeps its output open, so don't wait for the end of the output.
    const child = spawn(path.join(programs!, 'pg_ctl'), ['-D', this.#folder, ...what], {
      ...account,
      stdio: 'ignore',
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`pg_ctl ${what[0]}: ${code}`)),
      );
    });
  }
}

/** A PostgreSQL with a streaming replica that has a constant delay. */
export async function startWithCopy(delayMs: number) {
  const root = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'aisle-copy-'));
  chmodSync(root, 0o711);
  const [folder, copyFolder] = ['original', 'copy'].map((name) => {
    const made = path.join(root, name);
    mkdirSync(made, { mode: 0o700 });
    if (account.uid && account.gid) chownSync(made, account.uid, account.gid);
    return made;
  }) as [string, string];
  const [port, copyPort] = [await freePort(), await freePort()];
  await run(
    path.join(programs!, 'initdb'),
    ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    account,
  );
  const original = new Cluster(folder, port);
  original.configure([
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'fsync = off',
    'max_connections = 300',
    'shared_buffers = 64MB',
    // Creating a database causes a checkpoint, which would remove log that a late replica still needs.
    "wal_keep_size = '8GB'",
  ]);
  await original.start();
  const backup = ['-D', copyFolder, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', original.url];
  await run(path.join(programs!, 'pg_basebackup'), backup, account);
  const copy = new Cluster(copyFolder, copyPort);
  copy.configure([
    `port = ${copyPort}`,
    `recovery_min_apply_delay = ${delayMs}`,
    'hot_standby_feedback = on',
    'wal_receiver_status_interval = 1',
  ]);
  await copy.start();
  return {
    original,
    copy,
    close: async () => {
      await copy.stop().catch(() => {});
      await original.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
