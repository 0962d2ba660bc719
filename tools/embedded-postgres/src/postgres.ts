import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, chooseAccount, runAs } from './account.ts';
import { type Binaries, findBinaries, openToEveryone } from './binaries.ts';
import { folderKey, type LockPatience, lockFolder } from './folder-lock.ts';
import { rejectOtherMajor } from './major.ts';
import { openFolder } from './open-folder.ts';
import { addressOf, endOrphan, readPostmaster } from './postmaster.ts';
import { StartupProblem, systemReason } from './startup-problem.ts';
import { tuning } from './tuning.ts';

/** A configuration for the `pg` driver: a folder with a unix socket, or an address on this machine (Windows). */
export type Connection = { host: string; port: number; user: string; database: string; password?: string };

export type EmbeddedPostgres = {
  connection: Connection;
  /** Resolves with one line if PostgreSQL ends without a request and isn't restarted. */
  died: Promise<string>;
  /** Cancels running statements, writes all data, and waits for the end. */
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  /** Overrides the default tuning; tests disable `fsync`. */
  tune?: Record<string, string>;
  /**
   * Called when PostgreSQL ended by itself or accepted no more connections and is restarted. Without it, PostgreSQL isn't
   * restarted.
   */
  onRestart?: (line: string) => void;
  /** The time without accepted connections after which it is restarted. */
  deafAfterMs?: number;
  /** Programs of another version than the installed one. */
  programs?: Binaries;
  /** How long to wait while another process locks the folder; a few seconds by default. */
  lockPatience?: LockPatience | undefined;
  /** A new database belongs to a role that can only create tables and roles; without it, to the superuser. */
  ownRole?: boolean;
};

const superuser = 'postgres';
const database = 'aisle';
const ownRoleName = 'aisle';
const secondsToStart = 60;

/** Starts PostgreSQL on the data folder, and creates the cluster and the database if they don't exist. */
export async function startPostgres({
  dataDir,
  tune = {},
  onRestart,
  deafAfterMs = 10_000,
  programs,
  lockPatience,
  ownRole = false,
}: Options): Promise<EmbeddedPostgres> {
  openFolder(dataDir);
  const clusterDir = path.join(dataDir, 'postgres');
  rejectForeign(clusterDir);
  const lock = await lockFolder(dataDir, lockPatience);
  try {
    const binaries = programs ?? (await findBinaries());
    rejectOtherMajor(clusterDir, binaries.postgres);
    if (process.getuid?.() === 0) openToEveryone(binaries);
    const account = chooseAccount(clusterDir, [clusterDir, binaries.postgres]);
    if (!existsSync(clusterDir)) makeCluster(dataDir, clusterDir, account, binaries);
    await endOrphan(dataDir, clusterDir, lock);

    const address = await chooseAddress(dataDir, account);
    const cluster = { clusterDir, account, binaries, logFile: path.join(dataDir, 'postgres.log') };
    truncateLog(cluster.logFile);
    const start = () => launch(cluster, address, { ...tuning(), ...tune });
    const child = await start();
    const asSuperuser = { ...address, user: superuser, password: readPassword(dataDir), database };
    await makeDatabase(asSuperuser, ownRole);
    const connection = await asOwner(asSuperuser);
    return supervise({ cluster, connection, start, onRestart, deafAfterMs, unlock: lock.unlock }, child);
  } catch (error) {
    await lock.unlock();
    throw error;
  }
}

/** The database of a running server on the data folder; undefined without one. */
export async function runningConnection(dataDir: string): Promise<Connection | undefined> {
  const address = addressOf(path.join(dataDir, 'postgres'));
  return address && asOwner({ ...address, user: superuser, password: readPassword(dataDir), database });
}

/** Created beside its final path and then renamed, so that an interrupted start leaves no partial cluster. */
function makeCluster(dataDir: string, clusterDir: string, account: Account, binaries: Binaries): void {
  const unfinished = `${clusterDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(unfinished, account.uid, account.gid ?? account.uid);
  const args = [`--pgdata=${unfinished}`, `--username=${superuser}`, '--encoding=UTF8', '--locale=C'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums');
  // On the socket, the permissions of the folder control who can connect; over TCP (Windows), a password does.
  args.push('--auth-local=trust', '--auth-host=scram-sha-256');
  if (process.platform === 'win32') args.push(`--pwfile=${writePassword(dataDir)}`);
  try {
    runAs(account, binaries.initdb, args);
  } catch (error) {
    const stderr = String((error as { stderr?: Buffer }).stderr ?? '').trim();
    throw new StartupProblem(
      `The database could not be made in ${dataDir}: ${lastError(stderr) ?? systemReason(error)}`,
    );
  }
  renameSync(unfinished, clusterDir);
}

/** Root runs a cluster as its owner; any other user can run only their own. */
function rejectForeign(clusterDir: string): void {
  const owner = statSync(clusterDir, { throwIfNoEntry: false })?.uid;
  const me = process.getuid?.();
  if (owner !== undefined && me !== undefined && me !== 0 && owner !== me) {
    throw new StartupProblem(
      `The database in ${clusterDir} belongs to another user (${owner}): start Aisle as that user or as root, or set another DATA_DIR.`,
    );
  }
}

const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres.password');

function writePassword(dataDir: string): string {
  writeFileSync(passwordFile(dataDir), randomBytes(24).toString('hex'), { mode: 0o600 });
  return passwordFile(dataDir);
}

function readPassword(dataDir: string): string | undefined {
  return process.platform === 'win32' ? readFileSync(passwordFile(dataDir), 'utf8').trim() : undefined;
}

type Address = { host: string; port: number };

async function chooseAddress(dataDir: string, account: Account): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const inside = path.join(dataDir, 'run');
  // The path of a unix socket is limited to about a hundred bytes, including `/.s.PGSQL.5432.lock`.
  const fits = Buffer.byteLength(inside) <= 80 && !inside.includes(',');
  const host = fits ? inside : path.join(os.tmpdir(), `aisle-${folderKey(dataDir)}`);
  mkdirSync(host, { recursive: true, mode: 0o700 });
  const runner = account.uid ?? process.getuid?.() ?? 0;
  const stat = lstatSync(host);
  if (!stat.isDirectory() || (stat.uid !== runner && stat.uid !== process.getuid?.())) {
    throw new StartupProblem(`${host} belongs to somebody else: remove it and start again.`);
  }
  if (stat.uid !== runner) chownSync(host, runner, account.gid ?? runner);
  chmodSync(host, 0o700);
  return { host, port: 5432 };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

type Cluster = { clusterDir: string; account: Account; binaries: Binaries; logFile: string };

/**
 * Retries for a while. After a crash the last processes of the old server may still use its memory, and log their end in the
 * same file.
 */
async function launch(cluster: Cluster, address: Address, tune: Record<string, string>) {
  const end = Date.now() + secondsToStart * 1000;
  for (;;) {
    const logged = statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0;
    const child = spawnServer(cluster, address, tune);
    const failure = await untilReady(child, cluster.clusterDir, end);
    if (failure === undefined) return child;
    const messages = readFileSync(cluster.logFile).subarray(logged).toString();
    const passing = /pre-existing shared memory block|lock file .* already exists/.test(messages);
    if (!passing || Date.now() > end) {
      const reason = lastError(messages) ?? failure;
      throw new StartupProblem(`The database did not start: ${reason} (more in ${cluster.logFile})`);
    }
    await sleep(200);
  }
}

function spawnServer(
  { clusterDir, account, binaries, logFile }: Cluster,
  address: Address,
  tune: Record<string, string>,
) {
  const overTcp = process.platform === 'win32';
  const settings = {
    listen_addresses: overTcp ? address.host : '',
    ...tune,
    port: String(address.port),
    unix_socket_directories: overTcp ? '' : address.host,
  };
  const args = ['-D', clusterDir];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const [command = '', ...rest] = [...account.launcher, binaries.postgres, ...args];
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(command, rest, {
      cwd: path.parse(clusterDir).root,
      // In a new session, because Ctrl-C is for the server, which completes requests before the database stops.
      detached: !overTcp,
      stdio: ['ignore', log, log],
      windowsHide: true,
    });
  } finally {
    closeSync(log);
  }
}

function truncateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10 * 2 ** 20) renameSync(logFile, `${logFile}.1`);
}

/** Returns undefined if PostgreSQL accepts connections, otherwise the reason why it doesn't. */
async function untilReady(child: ChildProcess, clusterDir: string, end: number): Promise<string | undefined> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  while (failure === undefined) {
    const found = readPostmaster(clusterDir);
    if (found?.pid === child.pid && found?.status === 'ready') return undefined;
    if (Date.now() > end) {
      child.kill('SIGQUIT');
      return `it was not ready after ${secondsToStart} s`;
    }
    await sleep(15);
  }
  return failure;
}

/** The last fatal line of PostgreSQL's log, without date and process. */
function lastError(log: string): string | undefined {
  const line = log.split('\n').findLast((text) => /(FATAL|PANIC|error):/i.test(text));
  return line?.replace(/^.*?(FATAL|PANIC|error):\s*/i, '');
}

async function makeDatabase(connection: Connection, ownRole: boolean): Promise<void> {
  await inCluster(connection, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database]);
    if (found.rowCount !== 0) return;
    if (ownRole) await makeOwnRole(client, connection.password);
    await client.query(`create database ${connection.database} owner ${ownRole ? ownRoleName : superuser}`);
  });
}

async function makeOwnRole(client: pg.Client, password: string | undefined): Promise<void> {
  // An interrupted start may have created it.
  const found = await client.query('select 1 from pg_roles where rolname = $1', [ownRoleName]);
  if (found.rowCount !== 0) return;
  const secret = password === undefined ? '' : ` password ${client.escapeLiteral(password)}`;
  await client.query(`create role ${ownRoleName} login createrole${secret}`);
}

/** The owner of the database: the superuser in folders from before databases had their own role. */
async function asOwner(connection: Connection): Promise<Connection> {
  const owner = await inCluster(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select pg_get_userbyid(datdba) as name from pg_database where datname = $1',
      [connection.database],
    );
    return rows[0]?.name;
  });
  return { ...connection, user: owner ?? connection.user };
}

async function inCluster<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Supervised {
  cluster: Cluster;
  connection: Connection;
  start: () => Promise<ChildProcess>;
  onRestart: ((line: string) => void) | undefined;
  deafAfterMs: number;
  unlock: () => Promise<void>;
}

/** If a server ends more often than this, a restart won't fix the cause. */
const maxRestarts = 5;
const withinMs = 10 * 60_000;

function supervise(
  { cluster, connection, start, onRestart, deafAfterMs, unlock }: Supervised,
  first: ChildProcess,
) {
  let child = first;
  let stopping = false;
  const restarts: number[] = [];

  async function watch(): Promise<string> {
    for (;;) {
      const unwatch = onRestart ? stopWhenUnresponsive(child, connection, deafAfterMs) : () => {};
      const line = `PostgreSQL ended by itself (${await endOf(child)})`;
      unwatch();
      const log = `its log is ${cluster.logFile}`;
      const recent = restarts.filter((at) => at > Date.now() - withinMs);
      if (stopping || !onRestart || recent.length >= maxRestarts) return `${line}; ${log}`;
      restarts.push(Date.now());
      onRestart(`${line} and is started again; ${log}`);
      try {
        child = await start();
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      // A stop was requested during the start.
      if (stopping) await end(cluster, child);
    }
  }
  const over = watch();
  const died = new Promise<string>((resolve) => {
    over.then((line) => stopping || resolve(line));
  });

  async function stop(): Promise<void> {
    stopping = true;
    await end(cluster, child);
    await over;
    await unlock();
  }
  return { connection, died, stop };
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const exitReason = (child: ChildProcess) => child.signalCode ?? `code ${child.exitCode}`;
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve(exitReason(child)));
    if (isOver(child)) resolve(exitReason(child));
  });

/** Cancels running statements and writes all data. */
async function end({ account, binaries, clusterDir }: Cluster, child: ChildProcess): Promise<void> {
  if (isOver(child)) return;
  const ended = endOf(child);
  if (process.platform === 'win32') runAs(account, binaries.pgCtl, ['stop', '-D', clusterDir, '-m', 'fast']);
  else child.kill('SIGINT');
  const patience = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  await ended;
  clearTimeout(patience);
}

/** PostgreSQL is starting or stopping, and waits for all connections to close before it stops. */
const takesNoConnections = '57P03';

/**
 * Ends a server that hasn't accepted connections for a while: another process requested the stop, and it waits for connections
 * that stay open. Returns a function that ends the check.
 */
function stopWhenUnresponsive(child: ChildProcess, connection: Connection, deafAfterMs: number): () => void {
  const checkEveryMs = deafAfterMs / 5;
  let deafSince: number | undefined;
  const timer = setInterval(async () => {
    const isDeaf = await refuses(connection);
    deafSince = isDeaf ? (deafSince ?? Date.now()) : undefined;
    if (deafSince !== undefined && Date.now() - deafSince >= deafAfterMs) child.kill('SIGINT');
  }, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function refuses(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return false;
  } catch (error) {
    return (error as { code?: string }).code === takesNoConnections;
  } finally {
    await client.end().catch(() => {});
  }
}
