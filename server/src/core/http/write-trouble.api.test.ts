import { brandRoutes } from '@aisle/contract/catalog/brands';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../../../test/database.setup.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';

let shop: Shop;
let admin: Person;
let logged: string[];
beforeEach(async () => {
  logged = [];
  shop = await openShop({ logLevel: 'error' }, { logTo: { write: (line) => logged.push(line) } });
  admin = await shop.signIn();
});
afterEach(() => shop.close());

let count = 0;
const create = () => admin.call(brandRoutes.create, { body: { name: `Brand ${count++}` } });
const list = () => admin.call(brandRoutes.list, { body: {} });
const ready = () => shop.server.inject('/readyz');
/** Open connections keep the setting they started with. */
const cutConnections = () =>
  run(
    shop.databaseUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
const name = () => new URL(shop.databaseUrl).pathname.slice(1);

test('serves reads from a read-only database, explains failed writes, and recovers', async () => {
  await create();
  await run(shop.databaseUrl, `alter database ${name()} set default_transaction_read_only = on`);
  await cutConnections();
  // Forces the next request to load its actor from the database.
  shop.services.actors.forgetAll();
  await vi.waitFor(async () => expect((await list()).status).toBe(200));

  const refused = await create();
  expect([refused.status, refused.code]).toEqual([503, 'read-only']);
  expect(refused.message).toBe('The database is read-only right now, so nothing was saved. Try again later');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const unready = await ready();
  expect([unready.statusCode, unready.json().error.code]).toEqual([503, 'read-only']);

  await run(
    shop.databaseUrl,
    `begin read write; alter database ${name()} reset default_transaction_read_only; commit`,
  );
  await cutConnections();
  await vi.waitFor(async () => expect((await create()).status).toBe(200));
  expect((await ready()).statusCode).toBe(200);
});

test.each([
  ['53100', 'disk-full', "The server's disk is full, so nothing was saved. Free up space and try again"],
  ['53200', 'out-of-memory', 'The server is out of memory, so nothing was saved. Try again in a moment'],
])('rejects writes after %s with %s, serves reads, and logs one line', async (state, code, message) => {
  await run(
    shop.databaseUrl,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room' using errcode = '${state}'; end $$;
     create trigger refuse before insert on brands for each row execute function refuse()`,
  );

  const refused = [await create(), await create(), await create()];

  expect(refused.map((got) => [got.status, got.code, got.message])).toEqual(
    refused.map(() => [503, code, message]),
  );
  expect((await list()).status).toBe(200);
  expect((await ready()).json().error.code).toBe(code);
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual(['writes fail']);

  await run(shop.databaseUrl, 'drop trigger refuse on brands');
  expect((await create()).status).toBe(200);
  expect((await ready()).statusCode).toBe(200);
});
