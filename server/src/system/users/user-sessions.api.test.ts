import { auditRoutes } from '@aisle/contract/system/audit';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { expect, test } from 'vitest';
import { addPerson, rightPassword } from '../../../test/people-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';

const shop = await openShop();
const admin = await shop.signIn();

async function signedIn(agent: string, person: { id: string; email: string }) {
  const body = { email: person.email, password: rightPassword };
  const got = await shop.anonymous.do(authRoutes.login, { body, headers: { 'user-agent': agent } });
  return { 'admin-token': got['admin-token'], _id: person.id };
}
const alive = async (headers: Record<string, string>) =>
  (await shop.anonymous.call(authRoutes.check, { headers })).status === 200;

test('lets an administrator see and end one or all sessions of a user', async () => {
  const clerk = await addPerson(shop);
  const [desk, phone] = [await signedIn('Desk', clerk), await signedIn('Phone', clerk)];
  const params = { id: clerk.id };

  const shown = await admin.do(userSessionRoutes.list, { params });
  expect(shown.map(({ userAgent, isCurrent }) => [userAgent, isCurrent]).sort()).toEqual([
    ['Desk', false],
    ['Phone', false],
  ]);
  const sessionId = shown.find(({ userAgent }) => userAgent === 'Phone')!._id;
  await admin.do(userSessionRoutes.end, { params: { ...params, sessionId } });
  expect([await alive(phone), await alive(desk)]).toEqual([false, true]);

  expect(await admin.do(userSessionRoutes.endAll, { params })).toEqual({ ended: 1 });
  expect(await alive(desk)).toBe(false);
  const { records } = await admin.do(auditRoutes.list, {
    body: { filters: { action: 'sessionsEnded', recordId: clerk.id } },
  });
  expect(records.map(({ userId }) => userId)).toEqual([admin.userId, admin.userId]);
});

test('ends a session only under its own user', async () => {
  const [one, other] = [await addPerson(shop), await addPerson(shop)];
  const desk = await signedIn('Desk', one);
  const [session] = await admin.do(userSessionRoutes.list, { params: { id: one.id } });

  const got = await admin.call(userSessionRoutes.end, { params: { id: other.id, sessionId: session!._id } });

  expect(got.status).toBe(404);
  expect(await alive(desk)).toBe(true);
});

test('ends all own sessions except the current one', async () => {
  const boss = await shop.signIn();

  await boss.do(userSessionRoutes.endAll, { params: { id: boss.userId } });

  expect((await boss.call(authRoutes.check)).status).toBe(200);
});

test('requires an administrator with the same permissions, and the password', async () => {
  const other = await shop.signIn({ permissions: ['user_view', 'user_edit'] });
  const lesser = await shop.signIn({ userType: 'admin', permissions: ['user_view', 'user_edit'] });
  const unconfirmed = await shop.signIn();
  await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z'
    WHERE user_id = ${unconfirmed.userId}`;
  const params = { id: admin.userId };
  const codeOf = async (person: Person) => (await person.call(userSessionRoutes.endAll, { params })).code;

  expect((await other.call(userSessionRoutes.list, { params })).status).toBe(403);
  expect(await codeOf(other)).toBe('not-allowed');
  expect(await codeOf(lesser)).toBe('permission-missing');
  expect(await codeOf(unconfirmed)).toBe('reauth-required');
  expect((await admin.call(authRoutes.check)).status).toBe(200);
});
