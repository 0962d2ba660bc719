import { brandRoutes } from '@aisle/contract/catalog/brands';
import { auditRoutes } from '@aisle/contract/system/audit';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { mailRoutes } from '@aisle/contract/system/mails';
import { profileRoutes } from '@aisle/contract/system/profile';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { userRoutes } from '@aisle/contract/system/users/users';
import { expect, test } from 'vitest';
import { addPerson, addPlainLocation } from '../../../test/people-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';

const shop = await openShop({ demo: true });

const viewAs = async (admin: Person, id: string) => {
  const got = await admin.do(userSessionRoutes.viewAs, { params: { id } });
  return { got, headers: { 'admin-token': got['admin-token'], _id: got._id } };
};
const alive = async (headers: Record<string, string>) =>
  (await shop.anonymous.call(authRoutes.check, { headers })).status === 200;

test('sends live events of the viewed user', async () => {
  const clerk = await addPerson(shop, { roles: ['brand_list'] });
  const { headers } = await viewAs(await shop.signIn(), clerk.id);
  const base = await shop.server.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();

  const response = await fetch(`${base}/api/v2/events`, { headers, signal: leaving.signal });
  leaving.abort();

  expect(response.status).toBe(200);
});

test("shows an administrator the user's view and rejects changes", async () => {
  const place = await addPlainLocation(shop);
  const clerk = await addPerson(shop, {
    userType: 'store',
    roles: ['brand_list', 'brand_add', 'user_list'],
    locations: [place],
  });
  const admin = await shop.signIn();

  const { got, headers } = await viewAs(admin, clerk.id);

  expect(got.user).toMatchObject({ userType: 'store', locations: [{ _id: place }] });
  const seen = await shop.anonymous.do(userRoutes.list, { headers });
  expect(seen.records.map(({ _id }) => _id)).toEqual([clerk.id]);
  const refused = [
    await shop.anonymous.call(brandRoutes.create, { headers, body: { name: 'Mine' } }),
    await shop.anonymous.call(profileRoutes.keepPreferences, { headers, body: { theme: 'dark' } }),
    await shop.anonymous.call(authRoutes.confirm, { headers, body: { password: 'Groceries1!' } }),
  ];
  expect(refused.map(({ status, code }) => [status, code])).toEqual(
    refused.map(() => [403, 'auth.viewing-as']),
  );
});

test("hides secrets and isn't listed as a session of the user", async () => {
  const other = await addPerson(shop, { userType: 'admin' });
  const admin = await shop.signIn();
  const { headers } = await viewAs(admin, other.id);

  expect((await shop.anonymous.call(mailRoutes.list, { headers })).code).toBe('auth.viewing-as');
  expect((await admin.call(mailRoutes.list)).status).toBe(200);
  expect(await shop.anonymous.do(profileRoutes.sessions, { headers })).toEqual([]);
  expect((await admin.do(userRoutes.get, { query: { _id: other.id } })).lastLoginAt).toBeNull();
});

test('records both users in the audit log from start to end', async () => {
  const other = await addPerson(shop);
  const admin = await shop.signIn();
  const { headers } = await viewAs(admin, other.id);

  await shop.anonymous.do(userSessionRoutes.endViewAs, { headers });

  expect(await alive(headers)).toBe(false);
  expect((await admin.call(authRoutes.check)).status).toBe(200);
  const { records } = await admin.do(auditRoutes.list, { body: { filters: { recordId: other.id } } });
  expect(records.map(({ action, userId }) => [action, userId])).toEqual([
    ['viewAsEnded', admin.userId],
    ['viewedAs', admin.userId],
  ]);
});

test("ends with the administrator's session or role", async () => {
  const other = await addPerson(shop);
  const [leaving, demoted, staying] = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
  const [first, second] = [await viewAs(leaving, other.id), await viewAs(demoted, other.id)];

  await leaving.do(authRoutes.logout);
  await staying.do(userRoutes.edit, {
    params: { id: demoted.userId },
    body: { userType: 'others', version: 1 },
  });

  expect([await alive(first.headers), await alive(second.headers)]).toEqual([false, false]);
});

test('ends only the view at sign-out', async () => {
  const other = await addPerson(shop);
  const admin = await shop.signIn();
  const { headers } = await viewAs(admin, other.id);

  await shop.anonymous.do(authRoutes.logout, { headers });

  expect([await alive(headers), await alive(admin.headers)]).toEqual([false, true]);
});

test('requires the password, an administrator with the same permissions and another active user', async () => {
  const [admin, unconfirmed] = [await shop.signIn(), await shop.signIn()];
  await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z'
    WHERE user_id = ${unconfirmed.userId}`;
  const lesser = await shop.signIn({ userType: 'admin', permissions: ['user_view'] });
  const clerk = await shop.signIn({ permissions: ['user_view'] });
  const other = await addPerson(shop, { roles: ['statement_payment'] });
  const inactive = await addPerson(shop, { status: false });
  const codeOf = async (person: Person, id: string) =>
    (await person.call(userSessionRoutes.viewAs, { params: { id } })).code;

  expect(await codeOf(unconfirmed, other.id)).toBe('reauth-required');
  expect(await codeOf(lesser, other.id)).toBe('permission-missing');
  expect(await codeOf(clerk, other.id)).toBe('not-allowed');
  expect(await codeOf(admin, inactive.id)).toBe('not-allowed');
  expect(await codeOf(admin, admin.userId)).toBe('users.not-yourself');
});

test('rejects a view within a view', async () => {
  const [other, third] = [await addPerson(shop, { userType: 'admin' }), await addPerson(shop)];
  const { headers } = await viewAs(await shop.signIn(), other.id);

  const got = await shop.anonymous.call(userSessionRoutes.viewAs, { headers, params: { id: third.id } });

  expect(got.code).toBe('auth.viewing-as');
});
