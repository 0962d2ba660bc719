import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { run, withDatabase } from './database.setup.ts';

export type FreshDatabase = { url: string; drop: () => Promise<void> };

/** A new, migrated, empty database, copied from the template in about 30 ms. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, template } = inject('testDatabase');
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  await run(url, `create database ${name} template ${template}`);
  return {
    url: withDatabase(url, name),
    drop: () => run(url, `drop database if exists ${name} with (force)`),
  };
}
