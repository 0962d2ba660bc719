import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { run, withDatabase } from './database.setup.ts';

export type FreshDatabase = { url: string; drop: () => Promise<void> };

/** A new, migrated, empty database: the template's files are copied, a third of the time that its pages through the log take. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, template } = inject('testDatabase');
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  await run(url, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(url, name),
    drop: () => run(url, `drop database if exists ${name} with (force)`),
  };
}
