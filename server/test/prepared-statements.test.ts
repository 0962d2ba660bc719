import { globSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { OpenTransaction } from '../src/core/db/connection.ts';
import { List } from '../src/core/list/list.ts';
import { openShop } from './shop.ts';

// PostgreSQL prepares every statement that a function of a *.queries.ts file sends, so that a renamed column fails here with
// the names of all these functions (docs/decisions/0020). Each function is called on a connection that only records. Its
// arguments and the rows that it reads are objects with every property, then null, so that optional parts of a statement are
// prepared with and without their conditions.

/** Arguments that functions read as text, number or date. */
const provided: Record<string, unknown> = {
  cursor: undefined,
  from: '2026-01-01',
  to: '2026-01-31',
  nextAt: new Date(),
  shift: '1 year',
  byTime: 'month',
  groupBy: 'account',
  limit: 10,
};
const readAsText = ['trim', 'replace', 'replaceAll', 'normalize', 'toLowerCase', 'toUpperCase', 'startsWith'];
/** An array of itself in which every property is itself. As text it is "anything". */
const anything: unknown[] = new Proxy<unknown[]>([], {
  get(target, key) {
    if (typeof key === 'string' && key in provided) return provided[key];
    if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 1 : 'anything');
    // Neither an expression of Kysely nor a promise.
    if (key === 'toOperationNode' || key === 'then') return undefined;
    if (key === 'has') return () => true;
    if (key === 'get') return () => anything;
    if (key === 'toJSON' || readAsText.includes(String(key))) return () => 'anything';
    if (key === 'values') return () => target.values();
    return key in target ? Reflect.get(target, key) : anything;
  },
  // Spreading it returns no columns.
  ownKeys: () => ['length'],
});
anything.push(anything);

interface Sender {
  name: string;
  send: (...args: unknown[]) => unknown;
}
const source = path.resolve(import.meta.dirname, '../src');
/** The exported functions of all files with SQL whose first parameter is a transaction. */
async function findSenders(): Promise<Sender[]> {
  const files = globSync('**/*.queries.ts', { cwd: source });
  const modules = await Promise.all(
    files.map(async (file): Promise<[string, object]> => [file, await import(path.join(source, file))]),
  );
  return modules.flatMap(([file, module]) =>
    Object.entries(module)
      .filter(([, value]) => /^(async )?(function \w+)?\s*\(tx\b/.test(String(value)))
      .map(([name, send]) => ({ name: `${file}: ${name}`, send })),
  );
}

const shop = await openShop();

const maxStatements = 50;
/** Calls functions and returns the texts of the statements that each sends. */
async function record(senders: readonly Sender[]): Promise<Map<string, string[]>> {
  let texts: string[] = [];
  const client = Object.assign(await shop.db.owner.connect(), {
    query: async (statement: string | { text: string }) => {
      if (texts.length === maxStatements) throw new Error('The function sends statements in a loop');
      if (typeof statement !== 'string') texts.push(statement.text);
      return { rows: [anything], rowCount: 1 };
    },
  });
  const found = new Map<string, string[]>();
  for (const { name, send } of senders) {
    texts = [];
    found.set(name, texts);
    for (const argument of [anything, null, undefined]) {
      // Behind a pooler, statements have no names. Other tests in this process would run out of names otherwise.
      const { tx } = new OpenTransaction(client, { ...shop.db, isPooled: true }, 'BEGIN');
      try {
        const result = await send(tx, ...Array(6).fill(argument));
        if (result instanceof List) await result.page();
      } catch {
        // Some functions reject these arguments.
      }
    }
  }
  client.release(true);
  return found;
}

/** Undefined columns, tables, functions and types. SQL that no valid argument produces can have other errors. */
const undefinedNames = ['42703', '42P01', '42883', '42704'];
/** Prepares a statement and returns its error. */
async function prepare(client: pg.Client, text: string): Promise<pg.DatabaseError | undefined> {
  try {
    await client.query(`PREPARE statement AS ${text}; DEALLOCATE statement`);
    return undefined;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error;
    throw error;
  }
}

async function connect(searchPath: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: shop.databaseUrl,
    options: `-c search_path=${searchPath}`,
  });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('prepares the statements of nearly all functions with SQL', async () => {
  const all = await connect('public');
  const locationScope = await connect('located,public');
  const senders = await findSenders();
  const wrong: string[] = [];
  const prepared = new Set<string>();
  for (const [name, texts] of await record(senders)) {
    for (const text of new Set(texts)) {
      // Some functions send other statements for users limited to certain locations.
      const error = (await prepare(all, text)) && (await prepare(locationScope, text));
      const isUndefined =
        undefinedNames.includes(error?.code ?? '') && !error?.message.includes('"anything"');
      if (isUndefined) wrong.push(`${name}: ${error?.message}`);
      if (!error) prepared.add(name);
    }
  }

  expect(wrong).toEqual([]);
  expect(prepared.size / senders.length).toBeGreaterThan(0.9);
}, 60_000);
