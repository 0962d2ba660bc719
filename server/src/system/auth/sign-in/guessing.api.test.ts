import { authRoutes } from '@aisle/contract/system/auth/auth';
import { expect, test } from 'vitest';
import { decide } from '../../../../test/order-builders.ts';
import { addPerson, mailsTo, rightPassword } from '../../../../test/people-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { secondsToWait } from './guessing.ts';

const shop = await openShop({ demo: true });
// Other tests cover captchas.
const captcha = { afterFailuresOfEmail: 100, afterFailuresOfAddress: 100, windowMinutes: 15, lifeMinutes: 5 };
await decide(shop, { captcha });

const login = (email: string, password: string) =>
  shop.anonymous.call(authRoutes.login, { body: { email, password } });
/** Adds failures of a moment ago; the password of the last one is checked in the given number of seconds. */
const addFailures = (email: string, count: number, lastIn = 0) =>
  shop.look(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const checked_at = new Date(Date.now() + (n === count - 1 ? lastIn * 1000 : 0)).toISOString();
      await tx.insertInto('sign_in_failures').values({ email, address: '203.0.113.1', checked_at }).execute();
    }
  });
const failuresOf = (email: string) =>
  shop.sql`SELECT checked_at, failed_at FROM sign_in_failures WHERE email = ${email} ORDER BY id`;
const waits = async (email: string) =>
  (await failuresOf(email)).map(({ checked_at, failed_at }) =>
    Math.round((Date.parse(checked_at) - Date.parse(failed_at)) / 1000),
  );

test('waits longer from the fifth failure on, up to half a minute', () => {
  expect([0, 4, 5, 6, 7, 9, 10, 500].map(secondsToWait)).toEqual([0, 0, 1, 2, 4, 16, 30, 30]);
});

test('delays attempts after five failures until the right password is entered', async () => {
  const { email } = await addPerson(shop);
  await addFailures(email, 5);

  expect((await login(email, 'Wrong1!a')).code).toBe('auth.sign-in-failed');
  expect((await waits(email)).at(-1)).toBe(1);
  expect((await login(email, rightPassword)).status).toBe(200);

  expect(await failuresOf(email)).toEqual([]);
});

test('rejects an attempt behind too many others without counting it', async () => {
  const { email } = await addPerson(shop);
  await addFailures(email, 6, 3600);

  const refused = await login(email, rightPassword);

  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  expect(await failuresOf(email)).toHaveLength(6);
});

test('emails the owner after five failures, once a day', async () => {
  const { email, id } = await addPerson(shop);
  const guess = () => login(email, 'Wrong1!a');
  for (let n = 0; n < 4; n += 1) await guess();
  expect(await mailsTo(shop, email)).toEqual([]);

  await guess();
  await guess();

  expect((await mailsTo(shop, email)).map(({ subject }) => subject)).toEqual(['Failed sign-ins to Aisle']);
  await shop.sql`UPDATE users SET guesses_mailed_at = '2020-01-01T00:00:00Z' WHERE id = ${id}`;
  await guess();
  expect(await mailsTo(shop, email)).toHaveLength(2);
});

test('delays attempts for an unknown email too, and emails no one', async () => {
  const email = 'nobody@people.example';
  await addFailures(email, 5);

  expect((await login(email, rightPassword)).code).toBe('auth.sign-in-failed');

  expect((await waits(email)).at(-1)).toBe(1);
  expect(await mailsTo(shop, email)).toEqual([]);
});
