import { createRequire } from 'node:module';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';

// The package has no types.
const { from: copyFrom } = createRequire(import.meta.url)('pg-copy-streams') as {
  from(sql: string): pg.Submittable & Writable;
};

export interface Load {
  table: string;
  /** Separated by spaces. */
  columns: string;
  /** Rows in the text format of COPY. They are created while they are sent, so that no table is ever completely in memory. */
  rows: Iterable<string> | (() => Iterable<string>);
}

/**
 * Sends the rows of one table. The table was emptied in the same transaction, so the rows are frozen at once: index-only scans
 * work without a vacuum.
 */
export async function copyRowsInto(client: pg.ClientBase, { table, columns, rows }: Load): Promise<number> {
  const list = columns.split(' ').join(', ');
  const stream = client.query(copyFrom(`COPY ${table} (${list}) FROM STDIN WITH (FREEZE)`));
  await pipeline(Readable.from(inChunks(typeof rows === 'function' ? rows() : rows)), stream);
  return (stream as unknown as { rowCount: number }).rowCount;
}

const chunkLength = 256 * 1024;
function* inChunks(rows: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += row;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text) yield Buffer.from(text);
}

/**
 * Drops the indexes and keys that are faster to build on a full table than row by row, and returns the statements that restore
 * them. Keys that a foreign key references stay.
 */
export async function dropIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
              ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
       CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
       END AS create
     FROM pg_index i
     LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
     WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conindid = i.indexrelid AND f.contype = 'f')
     ORDER BY i.indrelid, i.indexrelid`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create);
}
