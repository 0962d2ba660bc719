import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  afterRollback,
  type Database,
  inTurn,
  openDatabase,
  readLast,
  sendAlong,
  stayOpen,
  system,
  type Tx,
  transaction,
} from '../src/core/db.ts';
import { newId } from '../src/core/ids.ts';
import { sessionOf, sessionOn } from '../src/core/session.ts';
import { freshDatabase } from './database.ts';

// What travels in one message is still one transaction: all of it happens, or nothing, and whoever asked is told why.

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

test('what is sent along is there for what follows, and after the commit', async () => {
  const seen = await transaction(db, system, async (tx) => {
    await sendAlong(tx, adding('Along'));
    const before = await count(tx, 'Along');
    await sendAlong(tx, adding('Along, too'));
    return before;
  });

  expect(seen).toBe(1);
  expect(await counted('Along')).toBe(2);
});

test('what fails on its way is the reason that the next is given, and nothing stays', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Twice').execute(tx);
    await sendAlong(tx, adding('Twice'));
    return count(tx, 'Twice');
  });

  await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'brands_name' });
  expect(await counted('Twice')).toBe(0);
});

test('what fails on its way with the commit is told, and what was done outside is undone', async () => {
  let isUndone = false;
  const work = transaction(db, system, async (tx) => {
    afterRollback(tx, () => {
      isUndone = true;
    });
    await adding('Late').execute(tx);
    await sendAlong(tx, adding('Late'));
    return 'done';
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect([await counted('Late'), isUndone]).toEqual([0, true]);
});

test('of two that are asked in turn, the first that fails is why', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Turn').execute(tx);
    return inTurn(adding('Turn').execute(tx), count(tx, 'Turn'));
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await counted('Turn')).toBe(0);
});

test('a transaction that could not be opened writes nothing', async () => {
  const client = await db.all.connect();
  try {
    const session = sessionOn(client);
    session.begin('BEGIN NOTHING');
    await expect(adding('Unopened').execute(session.tx)).rejects.toMatchObject({ code: '42601' });
    session.begin('BEGIN NOTHING');
    await expect(sendAlong(session.tx, adding('Unopened'))).rejects.toMatchObject({ code: '42601' });
  } finally {
    client.release();
  }

  expect(await counted('Unopened')).toBe(0);
});

test('one transaction after the other on a connection knows nothing of what the one before met', async () => {
  const failing = transaction(db, system, async (tx) => {
    await count(tx, 'Next');
    await sendAlong(tx, sql`SELECT 1 / 0`);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });

  const names = Array.from({ length: 20 }, (_, index) => `Next ${index}`);
  await Promise.all(names.map((name) => transaction(db, system, (tx) => sendAlong(tx, adding(name)))));

  expect(await counted('Next')).toBe(20);
});

test('who goes on after a statement that failed is not told that anything was written', async () => {
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

test('what is sent along while others wait is not lost sight of', async () => {
  const work = transaction(db, system, async (tx) => {
    await adding('Meanwhile').execute(tx);
    await sendAlong(tx, sql`SELECT 1`);
    const session = sessionOf(tx);
    const waiting = session.arrived();
    await Promise.resolve();
    await sendAlong(tx, adding('Meanwhile'));
    await waiting;
    return 'done';
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await counted('Meanwhile')).toBe(0);
});

const names = (name: string) => sql<{ name: string }>`SELECT name FROM brands WHERE name LIKE ${`${name}%`}`;

test('what is read last sees what was sent along, and is given once that is committed', async () => {
  const [seen, committed] = await transaction(db, system, async (tx) => {
    await sendAlong(tx, adding('Last'));
    return [await readLast(tx, names('Last')), await counted('Last')];
  });

  expect([seen, committed]).toEqual([[{ name: 'Last' }], 1]);
});

test('where something fails before what is read last, that is why, and nothing stays', async () => {
  let isUndone = false;
  const work = transaction(db, system, async (tx) => {
    afterRollback(tx, () => {
      isUndone = true;
    });
    await sendAlong(tx, adding('Too late'));
    await sendAlong(tx, adding('Too late'));
    return readLast(tx, names('Too late'));
  });

  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect([await counted('Too late'), isUndone]).toEqual([0, true]);
});

test('where what is read last fails, nothing stays', async () => {
  const work = transaction(db, system, async (tx) => {
    await sendAlong(tx, adding('Unread'));
    return readLast(tx, sql`SELECT 1 / 0`);
  });

  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(await counted('Unread')).toBe(0);
});

test('nothing can be asked after what is read last, and what is done by then stays done', async () => {
  let isUndone = false;
  const work = transaction(db, system, async (tx) => {
    afterRollback(tx, () => {
      isUndone = true;
    });
    await sendAlong(tx, adding('Afterwards'));
    await readLast(tx, names('Afterwards'));
    return count(tx, 'Afterwards');
  });

  await expect(work).rejects.toThrow('has ended');
  expect([await counted('Afterwards'), isUndone]).toEqual([1, false]);
});

test('a transaction that has to stay open is committed at its end', async () => {
  const before = await transaction(db, system, async (tx) => {
    stayOpen(tx);
    await sendAlong(tx, adding('Open'));
    const [seen] = await readLast<{ name: string }>(tx, names('Open'));
    await sendAlong(tx, adding('Open, too'));
    return [seen!.name, await counted('Open')];
  });

  expect(before).toEqual(['Open', 0]);
  expect(await counted('Open')).toBe(2);
});
