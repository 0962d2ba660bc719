import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@aisle/embedded-postgres/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/core/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run, and the migrated database that every test file gets a copy of. */
    testDatabase: { url: string; template: string };
  }
}

/** Runs once before all test files: a throw-away cluster, or the server in TEST_DATABASE_URL. */
export default async function setup(project: TestProject) {
  const externalUrl = process.env.TEST_DATABASE_URL;
  const cluster = externalUrl ? undefined : await startThrowAwayCluster();
  const url = externalUrl ?? socketUrl(cluster?.postgres.connection.host ?? '');
  const template = `aisle_template_${process.pid}`;
  await run(url, `create database ${template}`);
  await migrateAll(withDatabase(url, template));
  project.provide('testDatabase', { url, template });

  return async () => {
    if (cluster) await cluster.end();
    else await run(url, `drop database if exists ${template} with (force)`);
  };
}

type Cluster = { postgres: EmbeddedPostgres; end: () => Promise<void> };

const shelf = isFolder('/dev/shm') ? '/dev/shm' : os.tmpdir();

/** Nothing in it has to survive a power cut, so nothing waits for a disk. */
async function startThrowAwayCluster(): Promise<Cluster> {
  removeLeftovers();
  const dataDir = mkdtempSync(path.join(shelf, `aisle-test-${process.pid}-`));
  const tune = {
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    shared_buffers: '128MB',
    max_connections: '300',
  };
  const postgres = await startPostgres({ dataDir, tune });
  const end = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { postgres, end };
}

/** Of runs that were killed: on /dev/shm they would keep memory until the machine restarts. */
function removeLeftovers(): void {
  for (const name of readdirSync(shelf)) {
    const pid = /^aisle-test-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(shelf, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function migrateAll(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

export async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

const socketUrl = (folder: string) =>
  `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
