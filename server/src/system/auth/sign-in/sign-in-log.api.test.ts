import { productRoutes } from '@aisle/contract/catalog/products';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { auditRoutes } from '@aisle/contract/system/audit';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { expect, test } from 'vitest';
import {
  addPerson,
  addPlainLocation,
  mailsTo,
  rightPassword,
  tokenIn,
} from '../../../../test/people-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const lines: Record<string, unknown>[] = [];

const shop = await openShop(
  { logLevel: 'info', demo: true },
  { logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) } },
);
const admin = await shop.signIn();

const place = { 'x-forwarded-for': '203.0.113.5', 'user-agent': 'Firefox' };
const login = (email: string, password: string) =>
  shop.anonymous.call(authRoutes.login, { body: { email, password }, headers: place });
const entries = async (filters: { action?: string; recordId?: string; userId?: string }) =>
  (await admin.do(auditRoutes.list, { body: { filters } })).records;
const logged = (event: string, userId: string | null) =>
  lines.filter((line) => line.event === event && line.userId === userId);
const expectNotStored = (secrets: readonly string[], kept: unknown) => {
  const text = JSON.stringify(kept);
  for (const secret of secrets) expect(text).not.toContain(secret);
};

test('records sign-ins, failures and sign-outs with user and address in audit log and server log', async () => {
  const { id, email } = await addPerson(shop);

  await login(email, 'Mistaken7!');
  const got = await login(email, rightPassword);
  const token = got.data['admin-token'];
  await shop.anonymous.do(authRoutes.logout, { headers: { 'admin-token': token, _id: id, ...place } });

  const kept = await entries({ recordId: id });
  expect(kept.map(({ action, actorName, userId }) => [action, actorName, userId])).toEqual([
    ['signedOut', 'Robin Reed', id],
    ['signedIn', 'Robin Reed', id],
    ['signInFailed', 'Someone', null],
  ]);
  for (const { after } of kept) expect(after).toMatchObject({ address: '203.0.113.5', userAgent: 'Firefox' });
  expect(kept[2]!.after).toMatchObject({ reason: 'password' });
  for (const event of ['signedIn', 'signInFailed', 'signedOut'])
    expect(logged(event, id)).toMatchObject([{ address: '203.0.113.5' }]);
  expectNotStored([token, rightPassword, 'Mistaken7!'], [kept, lines]);
});

test('stores no entered email that has no account', async () => {
  await login('mistyped-secret@people.example', rightPassword);

  const [entry] = await entries({ action: 'signInFailed' });
  expect(entry).toMatchObject({ recordId: null, actorName: 'Someone' });
  expect(logged('signInFailed', null)).toHaveLength(1);
  expectNotStored(['mistyped-secret'], [entry, lines]);
});

test('records an inactive user as the reason, with the response for a wrong password', async () => {
  const { id, email } = await addPerson(shop, { status: false });

  expect((await login(email, rightPassword)).code).toBe('auth.sign-in-failed');

  expect((await entries({ recordId: id })).map(({ after }) => after)).toMatchObject([{ reason: 'inactive' }]);
});

test('shows owners only the sign-ins at their location', async () => {
  const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
  const clerk = await addPerson(shop, { userType: 'store', roles: [], locations: [mine] });
  const stranger = await addPerson(shop, { userType: 'store', roles: [], locations: [other] });
  await login(clerk.email, rightPassword);
  await login(stranger.email, rightPassword);
  const owner = await shop.signIn({ permissions: ['access_setting'], locations: [mine] });

  const { records } = await owner.do(auditRoutes.list, { body: { filters: { action: 'signedIn' } } });

  expect(records.map(({ recordId }) => recordId)).toEqual([clerk.id]);
});

test('records the request and the use of a password link', async () => {
  const { id, email } = await addPerson(shop);
  await shop.anonymous.do(authRoutes.setPassword, { body: { email }, headers: place });
  const token = tokenIn((await mailsTo(shop, email))[0]!.body);
  await shop.anonymous.do(authRoutes.resetPassword, {
    body: { token, password: 'Renewed3#' },
    headers: place,
  });

  const kept = await entries({ recordId: id });
  expect(kept.map(({ action }) => action)).toEqual(['reset-password', 'passwordLinkRequested']);
  expect(kept[1]!.after).toMatchObject({ address: '203.0.113.5' });
  expectNotStored([token, 'Renewed3#'], [kept, lines]);
});

test('records a refused request and a warning once a minute per user and route', async () => {
  const clerk = await shop.signIn({ permissions: ['brand_list'] });

  for (let n = 0; n < 3; n += 1) await clerk.call(settingsRoutes.update, { headers: place });

  const kept = await entries({ action: 'refused', userId: clerk.userId });
  expect(kept.map(({ after }) => after)).toMatchObject([
    { route: 'PUT /settings/update', code: 'permission-missing', permission: 'access_setting' },
  ]);
  expect(logged('refused', clerk.userId)).toMatchObject([{ level: 40, address: '203.0.113.5' }]);
});

test('records no refused request for a password prompt', async () => {
  const clerk = await shop.signIn();
  await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z' WHERE user_id = ${clerk.userId}`;

  const got = await clerk.call(userSessionRoutes.endAll, { params: { id: admin.userId } });

  expect(got.code).toBe('reauth-required');
  expect(await entries({ action: 'refused', userId: clerk.userId })).toEqual([]);
});

test('records the creation, first use and revocation of an API key', async () => {
  const { _id, key } = await admin.do(apiKeyRoutes.create, { body: { name: 'Shop', scopes: ['catalogue'] } });
  const headers = { authorization: `Bearer ${key}`, ...place };
  for (let n = 0; n < 2; n += 1) await shop.anonymous.call(productRoutes.list, { headers });
  await admin.do(apiKeyRoutes.revoke, { params: { id: _id } });

  const kept = await entries({ recordId: _id });

  expect(kept.map(({ action }) => action)).toEqual(['revoke', 'keyFirstUsed', 'create']);
  expect(kept[1]).toMatchObject({ actorName: 'Shop', after: { address: '203.0.113.5' } });
  expectNotStored([key], [kept, lines]);
});
