import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Shop } from './shop.ts';

/** Where any of the words occurs: in any column of any table of all schemas, and in any file of the server. */
export async function tracesOf(shop: Shop, words: readonly string[]): Promise<string[]> {
  return [...(await inTables(shop.databaseUrl, words)), ...(await inFiles(shop.dataDir, words))];
}

async function inTables(url: string, words: readonly string[]): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ place: string; table: string; column: string }>(`
      SELECT c.table_schema || '.' || c.table_name || '.' || c.column_name AS place,
        format('%I.%I', c.table_schema, c.table_name) AS table, quote_ident(c.column_name) AS column
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')`);
    const found: string[] = [];
    for (const { place, table, column } of columns) {
      const { rows } = await client.query<{ content: string }>(
        `SELECT left(tbl.${column}::text, 300) AS content FROM ${table} AS tbl
          WHERE EXISTS (SELECT FROM unnest($1::text[]) AS needle (word)
            WHERE strpos(lower(tbl.${column}::text), needle.word) > 0) LIMIT 3`,
        [words.map((word) => word.toLowerCase())],
      );
      found.push(...rows.map(({ content }) => `${place}: ${content}`));
    }
    return found;
  } finally {
    await client.end();
  }
}

async function inFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    const text = (await readFile(file)).toString('utf8').toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()) || file.includes(word))) found.push(file);
  }
  return found;
}
