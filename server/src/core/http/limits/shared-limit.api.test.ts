import { authRoutes } from '@aisle/contract/system/auth/auth';
import { afterAll, expect, test } from 'vitest';
import { openShop, type Person } from '../../../../test/shop.ts';
import { buildApp } from '../../../app.ts';
import { hashPassword } from '../../../system/auth/passwords/passwords.ts';

// Two servers of one database, called in turn.

const shop = await openShop({ rateLimit: 40 });
const other = await buildApp(shop.db, shop.services.settings);
await other.server.ready();
const servers = [shop.server, other.server];
afterAll(() => servers[1]!.close());

type Request = {
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  url?: string;
  payload?: object;
  remoteAddress?: string;
};
const check = `/api/v2${authRoutes.check.path}`;
async function statuses(count: number, request: (n: number) => Request): Promise<number[]> {
  const got: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { headers = {}, url = check, method = authRoutes.check.method, ...rest } = request(n);
    got.push((await servers[n % 2]!.inject({ method, url, headers, ...rest })).statusCode);
  }
  return got;
}
const times = (status: number, all: readonly number[]) => all.filter((one) => one === status).length;

test("limits a session's requests across all servers", async () => {
  const busy = await shop.signIn();
  const calm = await shop.signIn();

  const got = await statuses(60, () => ({ headers: busy.headers }));

  expect([times(200, got), times(429, got)]).toEqual([40, 20]);
  expect(await statuses(2, () => ({ headers: calm.headers }))).toEqual([200, 200]);
});

test('counts guessed sessions across all servers', async () => {
  const got = await statuses(50, (n) => ({
    remoteAddress: '10.1.1.1',
    headers: { 'admin-token': `made-up ${n}`, _id: '01900000-0000-7000-8000-000000000000' },
  }));

  expect([times(401, got), times(429, got)]).toEqual([40, 10]);
});

test('limits password guesses of a session across all servers until a correct one', async () => {
  const [guessed, known] = [await shop.signIn(), await shop.signIn()];
  await givePassword(known, 'Right-one1!');
  const confirm = (person: Person, password: string) => ({
    headers: { ...person.headers, 'content-type': 'application/json' },
    method: authRoutes.confirm.method,
    url: `/api/v2${authRoutes.confirm.path}`,
    payload: { password },
  });

  await givePassword(guessed, 'Right-one1!');
  const wrong = await statuses(11, () => confirm(guessed, 'Wrong-one1!'));
  const right = await statuses(12, (n) => confirm(known, n % 2 ? 'Right-one1!' : 'Wrong-one1!'));

  expect(wrong.at(-1)).toBe(429);
  expect(times(429, wrong)).toBe(1);
  expect([times(200, right), times(429, right)]).toEqual([6, 0]);
});

test("counts on each server separately if counts can't be shared", async () => {
  await shop.sql`ALTER TABLE limit_counts RENAME TO gone`;
  const person = await shop.signIn();

  const got = await statuses(100, () => ({ headers: person.headers }));
  await shop.sql`ALTER TABLE gone RENAME TO limit_counts`;

  expect([times(200, got), times(429, got)]).toEqual([80, 20]);
});

async function givePassword({ userId }: Person, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await shop.sql`UPDATE users SET password_hash = ${hash} WHERE id = ${userId}`;
}
