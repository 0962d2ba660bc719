import type { Route } from '@aisle/contract/core/route';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OpenTransaction } from '../src/core/db/connection.ts';
import {
  afterRollback,
  type Database,
  enqueue,
  openDatabase,
  restartTransaction,
  system,
  type Tx,
  transaction,
} from '../src/core/db/db.ts';
import { systemWork } from '../src/core/db/deadlock.ts';
import { ConnectionQuota } from '../src/core/http/limits/connection-quota.ts';
import { type Call, serve } from '../src/core/http/serve.ts';
import { newId } from '../src/core/ids.ts';
import type { Services } from '../src/core/services.ts';
import { readSettings } from '../src/core/settings.ts';
import { freshDatabase } from './database.ts';
import { expectLateStatementsRejected, lateBrand, type Run, uses } from './late-statements.ts';

// Statements are pipelined but still form one transaction: all of them take effect or none, and the caller gets the cause.

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
/** Has one connection for requests, so that each transaction follows the previous one on the same connection. */
let narrow: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = await openDatabase({ connectionString: fresh.url });
  narrow = await openDatabase({ connectionString: fresh.url }, 1);
});
afterAll(async () => {
  await db.close();
  await narrow.close();
  await fresh.drop();
});

const adding = (name: string) => sql`INSERT INTO brands (id, name) VALUES (${newId()}, ${name})`;
const count = (tx: Tx, name: string) =>
  sql<{ count: number }>`SELECT count(*) FROM brands WHERE name LIKE ${`${name}%`}`
    .execute(tx)
    .then(({ rows }) => rows[0]!.count);
const counted = (name: string) => transaction(db, system, (tx) => count(tx, name));

test('makes an enqueued write visible to the next statement, and commits it', async () => {
  const seen = await transaction(db, system, async (tx) => {
    await enqueue(tx, adding('Along'));
    const before = await count(tx, 'Along');
    await enqueue(tx, adding('Along, too'));
    return before;
  });

  expect(seen).toBe(1);
  expect(await counted('Along')).toBe(2);
});

test('reports a failed enqueued write with the next statement, and commits nothing', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Twice').execute(tx);
    await enqueue(tx, adding('Twice'));
    return count(tx, 'Twice');
  });

  await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'brands_name' });
  expect(await counted('Twice')).toBe(0);
});

test('fails if a write fails during the commit, and reverts effects outside the database', async () => {
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

test('reports the first failure of two statements sent together', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Turn').execute(tx);
    return Promise.all([adding('Turn').execute(tx), count(tx, 'Turn')]);
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await counted('Turn')).toBe(0);
});

test("writes nothing if it can't be opened", async () => {
  const client = await db.all.connect();
  try {
    const writing = new OpenTransaction(client, db, 'BEGIN NOTHING');
    await expect(adding('Unopened').execute(writing.tx)).rejects.toMatchObject({ code: '42601' });
    const enqueuing = new OpenTransaction(client, db, 'BEGIN NOTHING');
    await expect(enqueue(enqueuing.tx, adding('Unopened'))).rejects.toMatchObject({ code: '42601' });
  } finally {
    client.release();
  }

  expect(await counted('Unopened')).toBe(0);
});

test('ignores a failure of the previous transaction on its connection', async () => {
  const failing = transaction(db, system, async (tx) => {
    await count(tx, 'Next');
    await enqueue(tx, sql`SELECT 1 / 0`);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });

  const names = Array.from({ length: 20 }, (_, index) => `Next ${index}`);
  await Promise.all(names.map((name) => transaction(db, system, (tx) => enqueue(tx, adding(name)))));

  expect(await counted('Next')).toBe(20);
});

test('commits nothing if the caller continues after a failed statement', async () => {
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

test('fails on a write that is enqueued while another statement is running', async () => {
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

test('reports the statement that broke the transaction if several fail', async () => {
  const work = transaction(db, system, async (tx) => {
    await count(tx, 'Reason');
    const [, refused] = await Promise.allSettled([sql`SELECT 1 / 0`.execute(tx), count(tx, 'Reason')]);
    throw (refused as PromiseRejectedResult).reason;
  });

  await expect(work).rejects.toMatchObject({ code: '22012' });
});

test("doesn't report a failure that a savepoint reverted", async () => {
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

test('stores nothing of an enqueued write before the commit', async () => {
  const before = await transaction(db, system, async (tx) => {
    await count(tx, 'With commit');
    await enqueue(tx, adding('With commit'));
    return counted('With commit');
  });

  expect([before, await counted('With commit')]).toEqual([0, 1]);
});

const readOnly = { ...system, readOnly: true };
const atOneLocation = { userId: newId(), locations: [newId()] };
const ways: Record<string, Run> = {
  'transactions that write': (work) => transaction(narrow, system, work),
  'read-only transactions': (work) => transaction(narrow, readOnly, work),
  'transactions of a store user': (work) => transaction(narrow, atOneLocation, work),
  'work of jobs': (work) => systemWork(narrow, work),
};

test.each(Object.keys(ways))('rejects late statements after a rollback: %s', async (way) => {
  await expectLateStatementsRejected(ways[way]!);

  expect(await counted(lateBrand)).toBe(0);
});

test.each(Object.keys(ways))('rejects late statements after a commit: %s', async (way) => {
  for (const [name, use] of Object.entries(uses)) {
    let ended: Tx | undefined;
    await ways[way]!(async (tx) => {
      ended = tx;
      await sql`SELECT 1`.execute(tx);
    });

    await ways[way]!(async (tx) => {
      await sql`SELECT 1`.execute(tx);
      await expect((async () => use(ended!))(), name).rejects.toThrow('The transaction has ended');
    });
  }

  expect(await counted(lateBrand)).toBe(0);
});

test('rejects a write that still waits for BEGIN when its transaction is rolled back', async () => {
  let late: Promise<PromiseSettledResult<unknown>[]> | undefined;
  const work = transaction(narrow, system, async (tx) => {
    late = Promise.allSettled([adding('Unsent').execute(tx), enqueue(tx, adding('Unsent, too'))]);
    throw new Error('refused');
  });

  await expect(work).rejects.toThrow('refused');
  expect((await late)?.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await counted('Unsent')).toBe(0);
});

test('rejects a write that still waits for BEGIN when its transaction commits', async () => {
  let late: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await transaction(narrow, system, async (tx) => {
    late = Promise.allSettled([adding('Unsent').execute(tx)]);
  });

  expect((await late)?.map(({ status }) => status)).toEqual(['rejected']);
  expect(await counted('Unsent')).toBe(0);
});

test('settles statements that are still running before the connection is free again', async () => {
  const settled: string[] = [];
  const work = transaction(narrow, system, async (tx) => {
    await sql`SELECT 1`.execute(tx);
    const slow = sql`SELECT pg_sleep(0.2)`.execute(tx).finally(() => settled.push('slow'));
    await Promise.all([slow, Promise.reject(new Error('refused'))]);
  });
  const next = transaction(narrow, system, async (tx) => {
    settled.push('next');
    await sql`SELECT 1`.execute(tx);
  });

  await expect(work).rejects.toThrow('refused');
  await next;
  expect(settled).toEqual(['slow', 'next']);
});

test('runs no statement outside a transaction while a read-only one restarts', async () => {
  const seen = await transaction(narrow, { ...readOnly, userId: newId() }, async (tx) => {
    await sql`SELECT 1 / 0`.execute(tx).catch(() => {});
    const restarted = restartTransaction(tx);
    // A write reports whether PostgreSQL ran it inside the read-only transaction.
    const write = adding('Restarted')
      .execute(tx)
      .then(
        () => 'written',
        (error: { code: string }) => error.code,
      );
    await restarted;
    return write;
  });

  expect(seen).toBe('25006');
  expect(await counted('Restarted')).toBe(0);
});

test('rejects late statements in transactions that a route opens itself', async () => {
  const app = Fastify();
  await app.register(multipart);
  app.decorateRequest('actor', null);
  app.decorateRequest('statements', 0);
  const route = {
    resource: 'late',
    method: 'GET',
    path: '/late',
    permission: 'public',
    outside: true,
    reads: true,
    summary: 'Uses ended transactions',
    data: z.strictObject({}),
  } as const satisfies Route;
  const handler = async ({ inTransaction }: Pick<Call, 'inTransaction'>) => {
    await expectLateStatementsRejected(inTransaction);
    return {};
  };
  const services = { settings: readSettings({ DEMO: '0' }) } as Services;
  const served = { db: narrow, services, shares: new ConnectionQuota() };
  serve(app, served, { routes: { late: route }, handlers: { late: handler } });

  const response = await app.inject('/api/v2/late');

  expect([response.statusCode, response.json().message]).toEqual([200, 'OK']);
  await app.close();
});
