import { authRoutes } from '@aisle/contract/system/auth/auth';
import { profileRoutes } from '@aisle/contract/system/profile';
import { userRoutes } from '@aisle/contract/system/users/users';
import { expect, test } from 'vitest';
import { addPerson, addPlainLocation, rightPassword } from '../../../test/people-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { transaction } from '../../core/db/db.ts';

const shop = await openShop();

test('lets every user change only their name and phone', async () => {
  const place = await addPlainLocation(shop);
  const clerk = await shop.signIn({ permissions: [], locations: [place] });

  const saved = await clerk.do(profileRoutes.edit, {
    body: { firstName: 'Grace', lastName: 'Hopper', phone: '', version: 1 },
  });
  const refused = await clerk.call(profileRoutes.edit, {
    body: { userType: 'admin', version: 2 } as { version: number },
  });

  expect(saved).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', phone: null, version: 2 });
  expect(refused.status).toBe(400);
  expect((await clerk.do(profileRoutes.get)).locations).toEqual([{ _id: place, name: 'Riverside' }]);
});

test('rejects an edit of an older version', async () => {
  const clerk = await shop.signIn({ permissions: [] });
  await clerk.do(profileRoutes.edit, { body: { firstName: 'Once', version: 1 } });

  const late = await clerk.call(profileRoutes.edit, { body: { firstName: 'Twice', version: 1 } });

  expect(late).toMatchObject({ status: 409, data: { firstName: 'Once' } });
});

test("lists the user's sessions and signs out one or all others, but none of other users", async () => {
  const place = await addPlainLocation(shop);
  const { email } = await addPerson(shop, { userType: 'store', roles: [], locations: [place] });
  const signIn = async (agent: string) => {
    const body = { email, password: rightPassword };
    const got = await shop.anonymous.do(authRoutes.login, { body, headers: { 'user-agent': agent } });
    return { 'admin-token': got['admin-token'], _id: got._id };
  };
  const [desk, phone, tablet] = [await signIn('Desk'), await signIn('Phone'), await signIn('Tablet')];
  const colleague = await shop.signIn({ permissions: [], locations: [place] });
  const sessions = () => shop.anonymous.do(profileRoutes.sessions, { headers: desk });
  const alive = async (headers: Record<string, string>) =>
    (await shop.anonymous.call(authRoutes.check, { headers })).status === 200;

  const shown = await sessions();
  expect(shown.map(({ userAgent, isCurrent }) => [userAgent, isCurrent]).sort()).toEqual([
    ['Desk', true],
    ['Phone', false],
    ['Tablet', false],
  ]);

  const id = shown.find(({ userAgent }) => userAgent === 'Phone')!._id;
  expect((await colleague.call(profileRoutes.endSession, { params: { id } })).status).toBe(404);
  await shop.anonymous.do(profileRoutes.endSession, { headers: desk, params: { id } });
  expect([await alive(phone), await alive(tablet)]).toEqual([false, true]);

  expect(await shop.anonymous.do(profileRoutes.endOtherSessions, { headers: desk })).toEqual({ ended: 1 });
  expect([await alive(tablet), await alive(desk)]).toEqual([false, true]);
  expect((await colleague.call(authRoutes.check)).status).toBe(200);
});

test('stores preferences per user and by name, without a new version of the user', async () => {
  const clerk = await shop.signIn({ permissions: [], locations: [await addPlainLocation(shop)] });
  const other = await shop.signIn({ permissions: [] });

  await clerk.do(profileRoutes.keepPreferences, {
    body: { theme: 'dark', landing: '/orders/queue', lists: { '/order/list': { limit: 50 } } },
  });
  const changed = await clerk.do(profileRoutes.keepPreferences, {
    body: { landing: null, menu: 'narrow', lists: { '/brand/list': { columns: 'name' } } },
  });

  expect(changed).toEqual({
    theme: 'dark',
    menu: 'narrow',
    lists: { '/order/list': { limit: 50 }, '/brand/list': { columns: 'name' } },
  });
  expect(await clerk.do(profileRoutes.preferences)).toEqual(changed);
  expect(await other.do(profileRoutes.preferences)).toEqual({});
  expect((await clerk.do(userRoutes.get)).version).toBe(1);
});

test('limits the size of preferences, and keeps the others after a rejected change', async () => {
  const clerk = await shop.signIn({ permissions: [] });
  await clerk.do(profileRoutes.keepPreferences, { body: { theme: 'light' } });
  const lists = Object.fromEntries(
    Array.from({ length: 140 }, (_, index) => [`/list/${index}`, { columns: 'x'.repeat(490) }]),
  );

  const large = await clerk.call(profileRoutes.keepPreferences, { body: { theme: 'dark', lists } });

  expect(large.status).toBe(400);
  expect(await clerk.do(profileRoutes.preferences)).toEqual({ theme: 'light' });
});

test("hides other users' preferences from administrators in queries without a condition", async () => {
  const clerk = await shop.signIn({ permissions: [] });
  await clerk.do(profileRoutes.keepPreferences, { body: { theme: 'dark' } });
  const admin = await shop.signIn();
  const scope = { userId: admin.userId, locations: null };

  const seen = await transaction(shop.db, scope, (tx) =>
    tx.selectFrom('preferences').select('user_id').execute(),
  );

  expect(seen).toEqual([]);
});
