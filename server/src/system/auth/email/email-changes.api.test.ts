import { auditRoutes } from '@aisle/contract/system/audit';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { profileRoutes } from '@aisle/contract/system/profile';
import { userRoutes } from '@aisle/contract/system/users/users';
import { expect, test } from 'vitest';
import { addPerson, addPlainLocation, mailsTo, rightPassword } from '../../../../test/people-builders.ts';
import { openShop, type Person } from '../../../../test/shop.ts';

// Demo mode keeps the text of sent emails.
const shop = await openShop({ demo: true });
const admin = await shop.signIn();

const login = (email: string) =>
  shop.anonymous.call(authRoutes.login, { body: { email, password: rightPassword } });
const alive = async (session: { 'admin-token': string; _id: string }) =>
  (await shop.as(session).call(authRoutes.check)).status === 200;
/** Returns the token of the last link of this kind emailed to the address. */
const linkOf = async (email: string, kind: 'confirm' | 'keep') =>
  new RegExp(`/${kind}-email/([\\w-]+)`).exec((await mailsTo(shop, email)).at(-1)!.body)![1]!;
const confirm = (token: string) => shop.anonymous.call(authRoutes.confirmEmail, { body: { token } });
const keep = (token: string) => shop.anonymous.call(authRoutes.keepEmail, { body: { token } });

let made = 0;
/** Adds a user with two sessions and an email change, requested by the user or by `by`. */
async function changing(by?: Person) {
  const { id, email } = await addPerson(shop, { userType: 'admin' });
  const [here, there] = [await login(email), await login(email)].map(({ data }) => ({
    'admin-token': data['admin-token'],
    _id: id,
  }));
  made += 1;
  const newEmail = `new${made}@people.example`;
  const sent = { params: { id }, body: { email: newEmail, version: 1 } };
  const got = await (by ?? shop.as(here!)).call(userRoutes.edit, sent);
  expect(got.status).toBe(200);
  return { id, email, newEmail, here: here!, there: there!, got };
}

test('applies a new email after its link is opened, and ends other sessions', async () => {
  const { email, newEmail, here, there, got } = await changing();
  expect(got.data).toMatchObject({ email, pendingEmail: newEmail });
  expect(got.message).toContain(newEmail);
  expect([(await login(newEmail)).status, await alive(there)]).toEqual([400, true]);
  const token = await linkOf(newEmail, 'confirm');

  expect((await confirm(token)).data).toEqual({ email: newEmail });
  expect([await alive(here), await alive(there)]).toEqual([true, false]);
  expect([(await login(newEmail)).status, (await login(email)).status]).toEqual([200, 400]);
  expect((await confirm(token)).code).toBe('auth.token-invalid');
});

test('lets store users change their own email in the profile', async () => {
  const place = await addPlainLocation(shop);
  const { id, email } = await addPerson(shop, { userType: 'store', roles: [], locations: [place] });
  const other = await addPerson(shop);
  const { data } = await login(email);
  const here = { 'admin-token': data['admin-token'], _id: id };
  const edit = (newEmail: string) =>
    shop.as(here).call(profileRoutes.edit, { body: { email: newEmail, version: 1 } });

  const taken = await edit(other.email);
  const got = await edit('own@people.example');

  expect([taken.status, taken.code]).toEqual([409, 'duplicate']);
  expect(got.data).toMatchObject({ email, pendingEmail: 'own@people.example' });
  expect(got.message).toContain('own@people.example');
  expect((await mailsTo(shop, email)).at(-1)!.body).toContain('/keep-email/');
  await confirm(await linkOf('own@people.example', 'confirm'));
  expect([(await login('own@people.example')).status, await alive(here)]).toEqual([200, true]);
});

test('requires the password in the profile too', async () => {
  const clerk = await shop.signIn({ permissions: [] });
  await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z' WHERE user_id = ${clerk.userId}`;
  const edit = (body: { email?: string; lastName?: string }) =>
    clerk.call(profileRoutes.edit, { body: { ...body, version: 1 } });

  expect((await edit({ email: 'clerk@people.example' })).code).toBe('reauth-required');
  expect((await edit({ lastName: 'Reed' })).status).toBe(200);
});

test('requires the password', async () => {
  const { id } = await addPerson(shop);
  const unconfirmed = await shop.signIn();
  await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z'
    WHERE user_id = ${unconfirmed.userId}`;
  const edit = (userId: string) =>
    unconfirmed.call(userRoutes.edit, {
      params: { id: userId },
      body: { email: 'taken-over@people.example', version: 1 },
    });

  const codes = [(await edit(id)).code, (await edit(unconfirmed.userId)).code];

  expect(codes).toEqual(['reauth-required', 'reauth-required']);
  expect(await mailsTo(shop, 'taken-over@people.example')).toEqual([]);
});

test('notifies the old address, which can stop the change and end all sessions', async () => {
  const { id, email, newEmail, here } = await changing();
  const stop = await linkOf(email, 'keep');

  expect((await keep(stop)).data).toEqual({ email });

  expect((await confirm(await linkOf(newEmail, 'confirm'))).code).toBe('auth.token-invalid');
  expect(await alive(here)).toBe(false);
  expect((await login(email)).status).toBe(200);
  expect((await keep(stop)).code).toBe('auth.token-invalid');
  expect((await admin.do(userRoutes.get, { query: { _id: id } })).pendingEmail).toBeNull();
});

test('lets the old address restore the account for a week after the change', async () => {
  const { id, email, newEmail } = await changing();
  await confirm(await linkOf(newEmail, 'confirm'));
  const { data } = await login(newEmail);
  const stop = await linkOf(email, 'keep');

  expect((await keep(stop)).status).toBe(200);

  expect(await alive({ 'admin-token': data['admin-token'], _id: id })).toBe(false);
  expect([(await login(newEmail)).status, (await login(email)).status]).toEqual([400, 200]);
});

test('ends all sessions of a user whose email an administrator changes', async () => {
  const { id, email, newEmail, here, there } = await changing(admin);
  expect(await mailsTo(shop, email)).toHaveLength(1);
  expect(await alive(here)).toBe(true);

  await confirm(await linkOf(newEmail, 'confirm'));

  expect([await alive(here), await alive(there)]).toEqual([false, false]);
  const { records } = await admin.do(auditRoutes.list, { body: { filters: { recordId: id } } });
  const changes = records.filter(({ action }) => action.startsWith('emailChange'));
  expect(changes.map(({ action, userId }) => [action, userId])).toEqual([
    ['emailChanged', id],
    ['emailChangeRequested', admin.userId],
  ]);
  expect(changes[0]).toMatchObject({ before: { email }, after: { email: newEmail } });
});

test('expires a link after a day or when a later change replaces it', async () => {
  const first = await changing(admin);
  const old = await linkOf(first.newEmail, 'confirm');
  await admin.do(userRoutes.edit, {
    params: { id: first.id },
    body: { email: 'second@people.example', version: 2 },
  });
  expect((await confirm(old)).status).toBe(400);

  await shop.sql`UPDATE email_changes SET created_at = ${new Date(Date.now() - 25 * 3_600_000).toISOString()}
    WHERE user_id = ${first.id}`;

  expect((await confirm(await linkOf('second@people.example', 'confirm'))).status).toBe(400);
  expect((await login(first.email)).status).toBe(200);
});

test('rejects a taken email at the request and at the confirmation', async () => {
  const other = await addPerson(shop);
  const refused = await admin.call(userRoutes.edit, {
    params: await addPerson(shop),
    body: { email: other.email.toUpperCase(), version: 1 },
  });
  expect([refused.status, refused.paths[0]]).toEqual([409, 'email']);

  const { newEmail } = await changing();
  const token = await linkOf(newEmail, 'confirm');
  await addPerson(shop, { email: newEmail });

  expect((await confirm(token)).code).toBe('duplicate');
});

test('invites a user who never signed in at the new address immediately', async () => {
  const email = 'mistyped@people.example';
  const user = await admin.do(userRoutes.create, {
    body: { firstName: 'Nora', lastName: 'Ellis', email, userType: 'others' },
  });

  const edited = await admin.do(userRoutes.edit, {
    params: { id: user._id },
    body: { email: 'right@people.example', version: 1 },
  });

  expect(edited).toMatchObject({ email: 'right@people.example', pendingEmail: null });
  expect((await mailsTo(shop, 'right@people.example')).map(({ subject }) => subject)).toEqual([
    'Welcome to Aisle',
  ]);
});
