import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { run, withDatabase } from './database.setup.ts';

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
  await run(url, `create database ${name} template ${template} strategy file_copy`, ...planOnce);
  return {
    url: withDatabase(url, name),
    drop: () => run(url, `drop database if exists ${name} with (force)`),
  };
}
