import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runningConnection } from '@aisle/embedded-postgres/postgres';
import { readPostmaster } from '@aisle/embedded-postgres/postmaster';
import { type Database, openDatabase, system, type Tx, transaction } from '../src/core/db/db.ts';

export type Headers = Record<string, string>;
export interface Request {
  method: 'POST' | 'PUT';
  address: string;
  body: unknown;
  headers?: Headers;
}
export interface Answer {
  status: number;
  data: unknown;
}

const admin = { email: 'crash@aisle.example', password: 'Founding1!' };

/**
 * The real server as a process that a test can kill without warning, with its own data folder. It has its own PostgreSQL,
 * unless its environment contains the URL of another one.
 */
export class KillableServer {
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), 'aisle-crash-'));
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #base = '';
  #database: Database | undefined;

  constructor(env: Record<string, string> = {}) {
    this.#env = env;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../src/main.ts')], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        DATA_DIR: this.#dataDir,
        DEMO: '0',
        CARD_GATEWAY: 'simulated',
        RATE_LIMIT: '0',
        MAX_LAG_MS: '0',
        LOG_LEVEL: 'error',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    // Output that helps to understand a failed test.
    child.once('close', (code, signal) => {
      if (this.#child === child) console.error(`The server ended by itself (${signal ?? code}):\n${output}`);
    });
    this.#base = `http://127.0.0.1:${await portOf(child)}/api/v2`;
  }

  /**
   * Kills the server and, with `withDatabase`, its PostgreSQL, which would otherwise notice the missing server and still write
   * its data.
   */
  async kill({ withDatabase = false } = {}): Promise<void> {
    const postgres = readPostmaster(path.join(this.#dataDir, 'postgres'))?.pid;
    const ended = this.#end('SIGKILL');
    if (withDatabase && postgres) process.kill(postgres, 'SIGKILL');
    await ended;
  }

  /** Kills only its PostgreSQL. */
  killDatabase(): void {
    const postgres = readPostmaster(path.join(this.#dataDir, 'postgres'))?.pid;
    if (postgres) process.kill(postgres, 'SIGKILL');
  }

  /** Requests to paths outside the API. */
  address(url: string): string {
    return new URL(url, this.#base).href;
  }

  async close(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill(signal);
      await ended;
    }
    await this.#database?.close();
    this.#database = undefined;
  }

  /** Queries the database as the system. */
  async look<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    this.#database ??= await openDatabase((await runningConnection(this.#dataDir))!, 2);
    return transaction(this.#database, system, work);
  }

  async signIn(): Promise<Headers> {
    const answer = await this.send({ method: 'POST', address: '/auth/login', body: admin });
    const data = answer?.data as { 'admin-token': string; _id: string };
    return { 'admin-token': data['admin-token'], _id: data._id };
  }

  /** Undefined without a response: the outcome of the request is unknown then. */
  async send({ method, address, body, headers }: Request): Promise<Answer | undefined> {
    try {
      const answer = await fetch(this.#base + address, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data };
    } catch {
      return undefined;
    }
  }
}

function portOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const port = /Aisle is ready: \S+:(\d+)/.exec(output)?.[1];
      if (port) resolve(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`The server stopped before it was ready:\n${output}`)));
  });
}
