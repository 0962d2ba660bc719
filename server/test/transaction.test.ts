import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionOn } from '../src/core/db/connection.ts';
import {
  afterRollback,
  type Database,
  enqueue,
  openDatabase,
  system,
  type Tx,
  transaction,
} from '../src/core/db/db.ts';
import { newId } from '../src/core/ids.ts';
import { freshDatabase } from './database.ts';

// Statements are pipelined, and still one transaction: all of it happens or nothing, and the caller gets the reason.

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = await openDatabase({ connectionString: fresh.url });
});
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

const adding = (name: string) => sql`INSERT INTO brands (id, name) VALUES (${newId()}, ${name})`;
const count = (tx: Tx, name: string) =>
  sql<{ count: number }>`SELECT count(*) FROM brands WHERE name LIKE ${`${name}%`}`
    .execute(tx)
    .then(({ rows }) => rows[0]!.count);
const counted = (name: string) => transaction(db, system, (tx) => count(tx, name));

test('an enqueued write is seen by the next statement, and kept by the commit', async () => {
  const seen = await transaction(db, system, async (tx) => {
    await enqueue(tx, adding('Along'));
    const before = await count(tx, 'Along');
    await enqueue(tx, adding('Along, too'));
    return before;
  });

  expect(seen).toBe(1);
  expect(await counted('Along')).toBe(2);
});

test('a failed enqueued write is the reason why the next statement fails, and nothing is kept', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Twice').execute(tx);
    await enqueue(tx, adding('Twice'));
    return count(tx, 'Twice');
  });

  await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'brands_name' });
  expect(await counted('Twice')).toBe(0);
});

test('a write that fails with the commit fails the transaction, and what was done outside is undone', async () => {
  let isUndone = false;
  const work = transaction(db, system, async (tx) => {
    afterRollback(tx, () => {
      isUndone = true;
    });
    await adding('Late').execute(tx);
    await enqueue(tx, adding('Late'));
    return 'done';
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect([await counted('Late'), isUndone]).toEqual([0, true]);
});

test('of two statements sent together, the first that fails is the reason', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Turn').execute(tx);
    return Promise.all([adding('Turn').execute(tx), count(tx, 'Turn')]);
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await counted('Turn')).toBe(0);
});

test('a transaction that could not be opened writes nothing', async () => {
  const client = await db.all.connect();
  try {
    const connection = connectionOn(client, false);
    connection.begin('BEGIN NOTHING');
    await expect(adding('Unopened').execute(connection.tx)).rejects.toMatchObject({ code: '42601' });
    connection.begin('BEGIN NOTHING');
    await expect(enqueue(connection.tx, adding('Unopened'))).rejects.toMatchObject({ code: '42601' });
  } finally {
    client.release();
  }

  expect(await counted('Unopened')).toBe(0);
});

test('a transaction knows nothing of a failure in the one before it on its connection', async () => {
  const failing = transaction(db, system, async (tx) => {
    await count(tx, 'Next');
    await enqueue(tx, sql`SELECT 1 / 0`);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });

  const names = Array.from({ length: 20 }, (_, index) => `Next ${index}`);
  await Promise.all(names.map((name) => transaction(db, system, (tx) => enqueue(tx, adding(name)))));

  expect(await counted('Next')).toBe(20);
});

test('going on after a failed statement does not count as written', async () => {
  let isUndone = false;
  const work = transaction(db, system, async (tx) => {
    afterRollback(tx, () => {
      isUndone = true;
    });
    await adding('Swallowed').execute(tx);
    await sql`SELECT 1 / 0`.execute(tx).catch(() => undefined);
    return 'done';
  });

  await expect(work).rejects.toThrow('rolled back');
  expect([await counted('Swallowed'), isUndone]).toEqual([0, true]);
});

test('a write that is enqueued while another statement is waited for fails the transaction as well', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Meanwhile').execute(tx);
    await enqueue(tx, sql`SELECT 1`);
    const waiting = count(tx, 'Meanwhile');
    await enqueue(tx, adding('Meanwhile'));
    await waiting;
    return 'done';
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await counted('Meanwhile')).toBe(0);
});

test('of several statements that fail one after the other, the one that broke the transaction is the reason', async () => {
  const work = transaction(db, system, async (tx) => {
    await count(tx, 'Reason');
    const [, refused] = await Promise.allSettled([sql`SELECT 1 / 0`.execute(tx), count(tx, 'Reason')]);
    throw (refused as PromiseRejectedResult).reason;
  });

  await expect(work).rejects.toMatchObject({ code: '22012' });
});

test('a failure that a savepoint undid is not the reason of a later one', async () => {
  const work = transaction(db, system, async (tx) => {
    await sql`SAVEPOINT before`.execute(tx);
    await sql`SELECT 1 / 0`.execute(tx).catch(() => {});
    await sql`ROLLBACK TO SAVEPOINT before`.execute(tx);
    await adding('Savepoint').execute(tx);
    await adding('Savepoint').execute(tx);
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await counted('Savepoint')).toBe(0);
});

test('nothing of an enqueued write is kept before the commit', async () => {
  const before = await transaction(db, system, async (tx) => {
    await count(tx, 'With commit');
    await enqueue(tx, adding('With commit'));
    return counted('With commit');
  });

  expect([before, await counted('With commit')]).toEqual([0, 1]);
});
