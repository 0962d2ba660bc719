import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { run, withDatabase } from './database.setup.ts';

export type FreshDatabase = { url: string; drop: () => Promise<void> };

/** A migrated, empty database of its own, copied from the template in some 30 ms. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, template } = inject('testDatabase');
  const name = `aisle_test_${randomBytes(6).toString('hex')}`;
  await run(url, `create database ${name} template ${template}`);
  return {
    url: withDatabase(url, name),
    drop: () => run(url, `drop database if exists ${name} with (force)`),
  };
}
