import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The path of PgBouncer, if it is installed. */
export const pgbouncer = ['pgbouncer', '/usr/sbin/pgbouncer'].find((program) => {
  try {
    return execFileSync(program, ['--version'], { stdio: 'pipe' }).includes('PgBouncer');
  } catch {
    return false;
  }
});

/** Starts PgBouncer in transaction mode for a database server, with two connections for each role. */
export class Pooler {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'aisle-pooler-'));
  readonly #server: URL;
  #port = 0;
  #child: ChildProcess | undefined;

  constructor(server: string) {
    this.#server = new URL(server);
  }

  /** The same database through the pooler. */
  get url(): string {
    return `postgres://${this.#server.username}@127.0.0.1:${this.#port}${this.#server.pathname}`;
  }

  async start(): Promise<void> {
    this.#port ||= await freePort();
    const { username, searchParams, hostname, port } = this.#server;
    const suffix = createHash('sha256').update(username).digest('hex').slice(0, 8);
    const users = [username, ...['all', 'located', 'key'].map((role) => `aisle_${role}_${suffix}`)];
    writeFileSync(path.join(this.#folder, 'users.txt'), users.map((user) => `"${user}" ""\n`).join(''));
    const file = path.join(this.#folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      `[databases]
* = host=${searchParams.get('host') ?? hostname} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.#port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(this.#folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 2
max_client_conn = 500
`,
    );
    for (const name of ['', 'users.txt', 'pgbouncer.ini']) chmodSync(path.join(this.#folder, name), 0o755);
    this.#child = spawn(pgbouncer!, ['-q', file], {
      stdio: 'ignore',
      ...asOwnerOf(searchParams.get('host')),
    });
    while (!(await answers(this.#port))) {
      if (this.#child.exitCode !== null) throw new Error('PgBouncer did not start');
      await sleep(50);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    if (existsSync(this.#folder)) rmSync(this.#folder, { recursive: true });
  }
}

/** PgBouncer refuses to run as root, and not every user can access the socket of the tests' PostgreSQL. */
function asOwnerOf(socketFolder: string | null): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  if (!socketFolder) return { uid: 65_534, gid: 65_534 };
  // The folder around it belongs to root; other users only need to pass through it.
  chmodSync(path.dirname(socketFolder), 0o711);
  const { uid, gid } = statSync(socketFolder);
  return { uid, gid };
}

export async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false));
  });
