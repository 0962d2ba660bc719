import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './database.setup.ts';

export type FreshDatabase = { url: string; drop: () => Promise<void> };

/**
 * A new, migrated, empty database: the template's files are copied, a third of the time that its pages through the log
 * take. Tests run a statement a few times on a few rows, so it is planned once, not for each of its first five times:
 * planning took a sixth of their processor time. Where tables grow by thousands of rows (`isLarge`), such a plan is a bad one.
 */
export async function freshDatabase({ isLarge = false } = {}): Promise<FreshDatabase> {
  const { url, template } = inject('testDatabase');
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  const planOnce = isLarge ? [] : [`alter database ${name} set plan_cache_mode = force_generic_plan`];
  const administration = administrationOf(url);
  const create = `create database ${name} template ${template} strategy file_copy`;
  for (const sql of [create, ...planOnce]) await administration.query(sql);
  return {
    url: withDatabase(url, name),
    drop: async () => {
      await administration.query(`drop database if exists ${name} with (force)`);
    },
  };
}

let kept: pg.Pool | undefined;
/** One connection for all files of a process; it does not keep the process from ending. */
const administrationOf = (url: string): pg.Pool => {
  kept ??= new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  return kept;
};
