import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Headers, KillableServer } from './killable-server.ts';

// Kills the server's own PostgreSQL: the server keeps running and recovers by itself.

const server = new KillableServer();
let admin: Headers;
beforeAll(async () => {
  await server.start();
  admin = await server.signIn();
}, 120_000);
afterAll(() => server.close());

const patience = { timeout: 60_000, interval: 100 };
const post = (address: string, body: unknown) =>
  server.send({ method: 'POST', address, body, headers: admin });

test('restarts a killed PostgreSQL, and answers requests and processes jobs again', {
  timeout: 120_000,
}, async () => {
  expect((await post('/tax/add', { name: 'Before', rate: 1 }))?.status).toBe(200);

  server.killDatabase();
  await vi.waitFor(
    async () => expect((await post('/tax/add', { name: `After ${Date.now()}`, rate: 1 }))?.status).toBe(200),
    patience,
  );

  await vi.waitFor(async () => expect((await post('/drift/run', {}))?.status).toBe(200), patience);
  await vi.waitFor(async () => {
    const statuses = await server.look((tx) => tx.selectFrom('jobs').select('status').execute());
    expect(statuses).toEqual([{ status: 'done' }]);
  }, patience);
  expect((await fetch(server.address('/readyz'))).status).toBe(200);
});
