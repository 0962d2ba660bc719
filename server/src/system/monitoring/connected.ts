import type pg from 'pg';
import type { Examined } from './doctor.ts';

export function connected({ client }: Examined): pg.ClientBase {
  if (!client) throw new Error('There is no connection to the database');
  return client;
}
