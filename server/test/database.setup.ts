import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@aisle/embedded-postgres/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeMemoryFolder } from '../../tools/test/memory-folder.ts';
import { migrate } from '../src/core/db/setup/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run, and the migrated database that every test file gets a copy of. */
    testDatabase: { url: string; template: string };
  }
}

/** Runs once before all test files: starts a temporary cluster, or uses the server in TEST_DATABASE_URL. */
export default async function setup(project: TestProject) {
  const folder = makeFolder();
  const externalUrl = process.env.TEST_DATABASE_URL;
  const cluster = externalUrl ? undefined : await startThrowAwayCluster(path.join(folder, 'cluster'));
  const url = externalUrl ?? socketUrl(cluster?.connection.host ?? '');
  const template = `aisle_template_${process.pid}`;
  await run(url, `create database ${template}`);
  await migrateAll(withDatabase(url, template));
  project.provide('testDatabase', { url, template });

  return async () => {
    if (cluster) await cluster.stop();
    else await run(url, `drop database if exists ${template} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The folder of the cluster, and of temporary files that tests and their servers write. */
function makeFolder(): string {
  const folder = makeMemoryFolder('aisle-test');
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  // If root starts the tests, clusters belong to another user, who must be able to pass through this folder.
  for (const one of [folder, temporary]) chmodSync(one, 0o711);
  process.env.TMPDIR = temporary;
  return folder;
}

function startThrowAwayCluster(dataDir: string): Promise<EmbeddedPostgres> {
  const tune = {
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    shared_buffers: '128MB',
    max_connections: '300',
  };
  return startPostgres({ dataDir, tune });
}

async function migrateAll(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

export async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

const socketUrl = (folder: string) =>
  `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
