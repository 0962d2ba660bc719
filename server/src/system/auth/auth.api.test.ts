import { api } from '@aisle/contract/api';
import { paramsOf, type Route } from '@aisle/contract/core/route';
import { allPermissions, withNeeded } from '@aisle/contract/permissions';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { profileRoutes } from '@aisle/contract/system/profile';
import { userRoutes } from '@aisle/contract/system/users/users';
import { hash } from '@node-rs/argon2';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  addPerson,
  addPlainLocation,
  mailsTo,
  rightPassword,
  tokenIn,
} from '../../../test/people-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { hashToken } from '../../core/http/actor.ts';
import { basePath } from '../../core/http/serve.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import * as passwords from './passwords/passwords.ts';
import { hashCaptchaAnswer } from './sign-in/sign-in.ts';

// Demo mode keeps the text of sent emails.
const shop = await openShop({ demo: true });

const login = (email: string, password: string, address = '127.0.0.1') =>
  shop.anonymous.call(authRoutes.login, {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  });
const signInAs = async (email: string, password = rightPassword) => {
  const got = await login(email, password);
  const headers = { 'admin-token': got.data['admin-token'], _id: got.data._id };
  return { ...got.data, headers };
};
const check = (headers: Record<string, string>) => shop.anonymous.call(authRoutes.check, { headers });
const captchaOf = (got: { body: { data?: unknown } }) =>
  (got.body.data as { captchaCode: string }).captchaCode;

test('returns the user with permissions and a working token at sign-in', async () => {
  const place = await addPlainLocation(shop, 'Harbor Street');
  const clerk = await addPerson(shop, { userType: 'store', roles: ['order_view'], locations: [place] });

  const got = await login(`  ${clerk.email.toUpperCase()} `, rightPassword);

  expect(got.data.userRole.sort()).toEqual(['order_list', 'order_view']);
  expect(got.data.user).toMatchObject({
    userType: 'store',
    locations: [{ _id: place, name: 'Harbor Street', timeZone: 'America/New_York' }],
  });
  expect((await check({ 'admin-token': got.data['admin-token'], _id: got.data._id })).data).toMatchObject({
    _id: clerk.id,
    brand: 'Aisle',
    flags: { topBar: true },
    mapTiles: null,
    version: expect.stringMatching(/^\d+\.\d+/),
  });
});

test('returns the same response for an unknown email, a wrong password and a deactivated user', async () => {
  const known = await addPerson(shop);
  const lockedOut = await addPerson(shop, { status: false });
  const invited = await addPerson(shop);
  await shop.sql`UPDATE users SET password_hash = NULL WHERE id = ${invited.id}`;

  const answers = [
    await login('nobody@people.example', rightPassword),
    await login(known.email, 'Wrong1!password'),
    await login(lockedOut.email, rightPassword),
    await login(invited.email, rightPassword),
  ];

  const results = answers.map(({ status, body }) => [status, body.message, body.error?.code, body.data]);
  expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(results[0]).toEqual([400, 'Incorrect email or password', 'auth.sign-in-failed', undefined]);
});

test('computes a hash for unknown users too', async () => {
  const time = async (hash: string | undefined) => {
    const start = process.cpuUsage();
    for (let n = 0; n < 5; n += 1) await passwords.passwordFits(hash, 'Wrong1!password');
    const used = process.cpuUsage(start);
    return used.user + used.system;
  };
  const hash = await passwords.hashPassword(rightPassword);
  await passwords.passwordFits(undefined, 'warm up');

  const [real, anonymous] = [await time(hash), await time(undefined)];

  expect(anonymous).toBeGreaterThan(real / 3);
});

test('requires one captcha per attempt after three failures, even with the right password', async () => {
  const { email } = await addPerson(shop);
  for (let n = 0; n < 3; n += 1) expect((await login(email, 'Wrong1!')).code).toBe('auth.sign-in-failed');

  const required = await login(email, rightPassword);

  expect(required).toMatchObject({ status: 400, body: { status: false } });
  expect(required.code).toBe('auth.captcha-needed');
  const picture = Buffer.from(captchaOf(required).replace('data:image/png;base64,', ''), 'base64');
  expect((await sharp(picture).metadata()).format).toBe('png');

  await setCaptchaText(email, 'k7pmx');
  const solved = await shop.anonymous.call(authRoutes.checkCaptcha, { body: { email, captcha: ' K7PMX ' } });
  expect(solved.status).toBe(200);
  expect((await login(email, 'Wrong2!')).code).toBe('auth.sign-in-failed');
  expect((await login(email, rightPassword)).code).toBe('auth.captcha-needed');

  await setCaptchaText(email, 'abcde');
  await shop.anonymous.do(authRoutes.checkCaptcha, { body: { email, captcha: 'abcde' } });
  expect((await login(email, rightPassword)).status).toBe(200);
  // After a sign-in, earlier failures no longer count.
  expect((await login(email, 'Wrong1!')).code).toBe('auth.sign-in-failed');
});

test('replaces a captcha after a wrong guess and rejects the old one', async () => {
  const email = 'guesser@people.example';
  await shop.anonymous.do(authRoutes.refreshCaptcha, { body: { email } });
  await setCaptchaText(email, 'right');

  const wrong = await shop.anonymous.call(authRoutes.checkCaptcha, { body: { email, captcha: 'wrong' } });
  const late = await shop.anonymous.call(authRoutes.checkCaptcha, { body: { email, captcha: 'right' } });

  expect(wrong).toMatchObject({ status: 400, code: 'auth.captcha-wrong' });
  expect(captchaOf(wrong)).toMatch(/^data:image\/png;base64,/);
  expect(late.code).toBe('auth.captcha-wrong');
});

test('accepts a solved captcha once, within five minutes and from the same address', async () => {
  const email = 'solver@people.example';
  const solve = () => shop.anonymous.call(authRoutes.checkCaptcha, { body: { email, captcha: 'abcde' } });
  const fresh = await shop.anonymous.do(authRoutes.refreshCaptcha, { body: { email } });
  expect(fresh).toMatch(/^data:image\/png;base64,/);

  await setCaptchaText(email, 'abcde');
  await shop.sql`UPDATE captchas SET expires_at = '2020-01-01T00:00:00Z' WHERE email = ${email}`;
  expect((await solve()).status).toBe(400);

  await setCaptchaText(email, 'abcde');
  const elsewhere = await shop.anonymous.call(authRoutes.checkCaptcha, {
    body: { email, captcha: 'abcde' },
    headers: { 'x-forwarded-for': '198.51.100.7' },
  });
  expect(elsewhere.status).toBe(400);

  expect((await solve()).status).toBe(200);
  expect((await solve()).status).toBe(400);
});

test('lets no more than three concurrent guesses through', async () => {
  const { email } = await addPerson(shop);

  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => login(email, `Wrong${n}!a`)));

  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 'auth.sign-in-failed')).toHaveLength(3);
  expect(codes.filter((code) => code === 'auth.captcha-needed')).toHaveLength(9);
});

test('requires a captcha for every email after twenty failures from one address, and not elsewhere', async () => {
  const address = '203.0.113.9';
  for (let n = 0; n < 20; n += 1) await login(`guess${n}@people.example`, 'Wrong1!', address);
  const { email } = await addPerson(shop);

  expect((await login(email, rightPassword, address)).code).toBe('auth.captcha-needed');
  expect((await login(email, rightPassword, '203.0.113.10')).status).toBe(200);
});

test('ends the session at sign-out', async () => {
  const { email } = await addPerson(shop);
  const { headers } = await signInAs(email);

  expect((await shop.anonymous.call(authRoutes.logout, { headers })).status).toBe(200);

  expect((await check(headers)).status).toBe(401);
});

test('keeps only this session after a password change and rejects the old password', async () => {
  const { email } = await addPerson(shop);
  const here = await signInAs(email);
  const there = await signInAs(email);
  expect((await check(there.headers)).status).toBe(200);

  const changed = await shop.anonymous.call(authRoutes.changePassword, {
    headers: here.headers,
    body: { previousPassword: rightPassword, password: 'Different2?', confirmPassword: 'Different2?' },
  });

  expect(changed.status).toBe(200);
  expect((await check(here.headers)).status).toBe(200);
  expect((await check(there.headers)).status).toBe(401);
  expect((await login(email, rightPassword)).status).toBe(400);
  expect((await login(email, 'Different2?')).status).toBe(200);
});

test('reports a wrong current password at its field and keeps the session', async () => {
  const { email } = await addPerson(shop);
  const { headers } = await signInAs(email);

  const refused = await shop.anonymous.call(authRoutes.changePassword, {
    headers,
    body: { previousPassword: 'Mistaken1!', password: 'Different2?', confirmPassword: 'Different2?' },
  });

  expect(refused.status).toBe(400);
  expect(refused.body.error?.fields).toEqual([{ path: 'previousPassword', message: 'Incorrect password' }]);
  expect((await check(headers)).status).toBe(200);
});

test.each([
  [{ password: 'short1!', confirmPassword: 'short1!' }, 'password', /1 uppercase, 1 lowercase/],
  [
    { password: 'Spaces in 1!', confirmPassword: 'Spaces in 1!' },
    'password',
    /^Use only letters, digits and #/,
  ],
  [
    { password: 'Different2?', confirmPassword: 'Different3?' },
    'confirmPassword',
    /Your Confirm password does not match/,
  ],
])('rejects the new password %j', async (passwords, path, message) => {
  const person = await shop.signIn();

  const refused = await person.call(authRoutes.changePassword, {
    body: { previousPassword: rightPassword, ...passwords },
  });

  expect(refused.status).toBe(400);
  expect(refused.body.error?.fields).toEqual([{ path, message: expect.stringMatching(message) }]);
});

test.each([
  ['Password1!', /too common/],
  ['Robin#2031', /can't contain your name/],
  ['MyAisle#81', /can't contain your name/],
])('rejects %s at its field wherever a password is set', async (password, message) => {
  const { email } = await addPerson(shop);
  const { headers } = await signInAs(email);
  await shop.anonymous.do(authRoutes.setPassword, { body: { email } });
  const token = tokenIn((await mailsTo(shop, email))[0]!.body);

  const changed = await shop.anonymous.call(authRoutes.changePassword, {
    headers,
    body: { previousPassword: rightPassword, password, confirmPassword: password },
  });
  const reset = await shop.anonymous.call(authRoutes.resetPassword, { body: { password, token } });

  for (const refused of [changed, reset]) {
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      code: 'validation-failed',
      fields: [{ path: 'password', message: expect.stringMatching(message) }],
    });
  }
  // A rejected password doesn't use up the link.
  const again = { password: 'Renewed3#', token };
  expect((await shop.anonymous.call(authRoutes.resetPassword, { body: again })).status).toBe(200);
});

test('rehashes a password with outdated parameters at the next sign-in', async () => {
  const { email } = await addPerson(shop);
  const hashed = async () => {
    const { password_hash } = (await shop.sql`SELECT password_hash FROM users WHERE email = ${email}`)[0]!;
    return password_hash!;
  };
  const old = await hash(rightPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await shop.sql`UPDATE users SET password_hash = ${old} WHERE email = ${email}`;

  expect((await login(email, 'Wrong1!')).status).toBe(400);
  expect(await hashed()).toBe(old);
  expect((await login(email, rightPassword)).status).toBe(200);
  const renewed = await hashed();
  expect(passwords.isOutdated(old)).toBe(true);
  expect(passwords.isOutdated(renewed)).toBe(false);
  expect((await login(email, rightPassword)).status).toBe(200);
  expect(await hashed()).toBe(renewed);
});

test('replaces the session token on request after a confirmation', async () => {
  const { email } = await addPerson(shop);
  const { headers } = await signInAs(email);
  const prove = async (route: typeof authRoutes.confirm | typeof authRoutes.changePassword, body: object) =>
    shop.anonymous.do(route, { headers, body } as never);
  const sessionId = async () => (await shop.anonymous.do(profileRoutes.sessions, { headers }))[0]!._id;
  const before = await sessionId();

  expect(await prove(authRoutes.confirm, { password: rightPassword })).toEqual({});
  expect((await check(headers)).status).toBe(200);

  for (const [route, body] of [
    [authRoutes.confirm, { password: rightPassword }],
    [
      authRoutes.changePassword,
      { previousPassword: rightPassword, password: 'Different2?', confirmPassword: 'Different2?' },
    ],
  ] as const) {
    const former = { ...headers };
    const { 'admin-token': token } = await prove(route, { ...body, newToken: true });
    headers['admin-token'] = token!;

    expect((await check(former)).status).toBe(401);
    expect((await check(headers)).status).toBe(200);
    expect(await sessionId()).toBe(before);
  }
});

test('lets users of locations confirm and change their password', async () => {
  const place = await addPlainLocation(shop, 'Dock Street');
  const { email } = await addPerson(shop, { userType: 'store', roles: ['order_edit'], locations: [place] });
  const { headers } = await signInAs(email);
  const confirm = (password: string) =>
    shop.anonymous.call(authRoutes.confirm, { headers, body: { password } });

  expect(await confirm('Wrong1!')).toMatchObject({
    status: 400,
    code: 'auth.password-wrong',
  });
  expect((await confirm(rightPassword)).status).toBe(200);
  const body = {
    previousPassword: rightPassword,
    password: 'Different2?',
    confirmPassword: 'Different2?',
  };
  expect((await shop.anonymous.call(authRoutes.changePassword, { headers, body })).status).toBe(200);
  expect((await login(email, 'Different2?')).status).toBe(200);
});

test('limits password guesses on an unlocked screen', async () => {
  const { email } = await addPerson(shop);
  const { headers } = await signInAs(email);
  const guess = (password: string) =>
    shop.anonymous.call(authRoutes.confirm, { headers, body: { password } });
  for (let n = 0; n < 10; n += 1) expect((await guess('Wrong1!')).status).toBe(400);

  const refused = await guess(rightPassword);

  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('sets a forgotten password by an emailed link once, and ends all sessions', async () => {
  const { email } = await addPerson(shop);
  const { headers } = await signInAs(email);
  await shop.anonymous.do(authRoutes.setPassword, { body: { email } });
  const [mail] = await mailsTo(shop, email);
  const token = tokenIn(mail!.body);
  expect(mail!.body).toContain(`${shop.services.settings.publicUrl}/set-password/${token}`);
  // Email would wrap a longer line.
  expect(`http://localhost:4000/set-password/${token}`.length).toBeLessThanOrEqual(76);

  const reset = () =>
    shop.anonymous.call(authRoutes.resetPassword, { body: { password: 'Renewed3#', token } });
  const both = await Promise.all([reset(), reset()]);

  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 400)!.code).toBe('auth.token-invalid');
  expect((await check(headers)).status).toBe(401);
  expect((await login(email, 'Renewed3#')).status).toBe(200);
  const kept = await shop.look((tx) => tx.selectFrom('password_tokens').select('token_hash').execute());
  expect(kept.map(({ token_hash }) => token_hash.toString())).not.toContain(token);
});

test('returns the same response to every link request and emails no deactivated user', async () => {
  const lockedOut = await addPerson(shop, { status: false });
  const known = await addPerson(shop);

  const ask = (body: { email: string } | { token: string }) =>
    shop.anonymous.call(authRoutes.setPassword, { body });
  const answers = [
    await ask({ email: known.email }),
    await ask({ email: 'unknown@people.example' }),
    await ask({ email: lockedOut.email }),
    await ask({ token: 'made-up' }),
  ];

  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(await mailsTo(shop, lockedOut.email)).toEqual([]);
});

test('rejects an expired link and offers a new one', async () => {
  const { email, id } = await addPerson(shop);
  await shop.anonymous.do(authRoutes.setPassword, { body: { email } });
  const old = tokenIn((await mailsTo(shop, email))[0]!.body);
  await shop.sql`UPDATE password_tokens SET expires_at = '2020-01-01T00:00:00Z' WHERE user_id = ${id}`;

  const late = await shop.anonymous.call(authRoutes.resetPassword, {
    body: { password: 'Renewed3#', token: old },
  });
  await shop.anonymous.do(authRoutes.setPassword, { body: { token: old } });

  expect(late.code).toBe('auth.token-invalid');
  const fresh = tokenIn((await mailsTo(shop, email))[1]!.body);
  const reset = { body: { password: 'Renewed3#', token: fresh } };
  expect((await shop.anonymous.call(authRoutes.resetPassword, reset)).status).toBe(200);
});

test('sends at most five links an hour per user', async () => {
  const { email } = await addPerson(shop);

  await Promise.all(
    Array.from({ length: 8 }, () => shop.anonymous.do(authRoutes.setPassword, { body: { email } })),
  );

  expect(await mailsTo(shop, email)).toHaveLength(5);
});

test('requires the password to change roles ten minutes after sign-in', async () => {
  const admin = await addPerson(shop, { userType: 'admin' });
  const clerk = await addPerson(shop);
  const { headers } = await signInAs(admin.email);
  const assign = () =>
    shop.anonymous.call(userRoutes.assignRole, {
      headers,
      body: { userId: clerk.id, userRole: ['tax_list'] },
    });
  await shop.sql`UPDATE sessions SET confirmed_at = ${new Date(Date.now() - 601_000).toISOString()}
    WHERE token_hash = ${hashToken(headers['admin-token'])}`;

  expect(await assign()).toMatchObject({ status: 403, code: 'reauth-required' });
  const wrong = await shop.anonymous.call(authRoutes.confirm, { headers, body: { password: 'Wrong1!' } });
  expect(wrong.body.error?.fields).toEqual([{ path: 'password', message: 'Incorrect password' }]);
  expect((await assign()).status).toBe(403);
  await shop.anonymous.call(authRoutes.confirm, { headers, body: { password: rightPassword } });
  expect((await assign()).status).toBe(200);
});

test('limits sign-ins by address, whatever the credentials', async () => {
  const limited = await openShop({ rateLimit: 1000 });
  const call = (n: number) =>
    limited.anonymous.call(authRoutes.refreshCaptcha, {
      body: {} as { email: string },
      headers: { 'admin-token': `made-up ${n}` },
    });

  const answers = [];
  for (let n = 0; n < 301; n += 1) answers.push(await call(n));

  expect(answers.slice(0, 300).every(({ status }) => status === 400)).toBe(true);
  expect(answers[300]!.status).toBe(429);
  expect(Number(answers[300]!.headers['retry-after'])).toBeGreaterThan(0);
});

test('counts invalid sessions and keys by address without blocking valid ones', async () => {
  const limited = await openShop({ rateLimit: 40 });
  const [known, late] = [await limited.signIn(), await limited.signIn()];
  await known.do(authRoutes.check);
  const guess = (n: number) => {
    const made: Record<string, string> =
      n % 2 ? { authorization: `Bearer made-up-${n}` } : { 'admin-token': `made-up ${n}`, _id: known.userId };
    return limited.anonymous.call(authRoutes.check, { headers: made });
  };

  const first = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)));
  const [next, right, tooLate] = [
    await guess(41),
    await known.call(authRoutes.check),
    await late.call(authRoutes.check),
  ];

  expect(first.map(({ status }) => status)).toEqual(first.map(() => 401));
  expect([next.status, next.code]).toEqual([429, 'too-many-requests']);
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(0);
  expect(right.status).toBe(200);
  // The server doesn't even check whether the session is valid.
  expect(tooLate.status).toBe(429);
});

test('limits the requests of a session, but not probes', async () => {
  const limited = await openShop({ rateLimit: 5 });
  const [busy, calm] = [await limited.signIn(), await limited.signIn()];

  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push(await busy.call(authRoutes.check));
  const probes = [];
  for (let n = 0; n < 6; n += 1) probes.push(await limited.server.inject('/livez'));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(Number(answers[5]!.headers['retry-after'])).toBeGreaterThan(0);
  expect((await calm.call(authRoutes.check)).status).toBe(200);
  expect(probes.map(({ statusCode }) => statusCode)).toEqual(probes.map(() => 200));
});

test('allows signing in with a stale session in the browser', async () => {
  const place = await addPlainLocation(shop);
  const clerk = await addPerson(shop, { userType: 'store', roles: [], locations: [place] });
  const { headers } = await signInAs(clerk.email);

  const again = await shop.anonymous.call(authRoutes.login, {
    headers,
    body: { email: clerk.email, password: rightPassword },
  });

  expect(again.status).toBe(200);
});

test('gives users without permissions access to their own account', async () => {
  const powerless = await shop.signIn({ permissions: [] });

  expect((await powerless.do(authRoutes.check)).userRole).toEqual([]);
  expect((await powerless.do(userRoutes.get))._id).toBe(powerless.userId);
  expect(await powerless.do(profileRoutes.preferences)).toEqual({});
});

test('gives administrators all permissions until roles restrict them', async () => {
  const all = await addPerson(shop, { userType: 'admin' });
  const narrowed = await addPerson(shop, { userType: 'admin', roles: ['brand_edit'] });

  expect((await signInAs(all.email)).userRole.sort()).toEqual([...allPermissions].sort());
  expect((await signInAs(narrowed.email)).userRole.sort()).toEqual([...withNeeded(['brand_edit'])].sort());
});

test('creates the first administrator from the settings once', async () => {
  const empty = await openShop();
  const settings = {
    ...empty.services.settings,
    admin: { email: 'Boss@Shop.example', password: 'Founding1!' },
  };

  await Promise.all([ensureFirstAdmin(empty.db, settings), ensureFirstAdmin(empty.db, settings)]);
  await ensureFirstAdmin(empty.db, { ...settings, admin: { ...settings.admin, password: 'Founding2!' } });

  const body = { email: 'boss@shop.example', password: 'Founding1!' };
  expect((await empty.anonymous.call(authRoutes.login, { body })).data.user.userType).toBe('admin');
  expect(await empty.look((tx) => tx.selectFrom('users').select('id').execute())).toHaveLength(1);
});

test('rejects a common password for the first administrator', async () => {
  const empty = await openShop();
  const admin = { email: 'boss@shop.example', password: 'Password1!' };

  await expect(ensureFirstAdmin(empty.db, { ...empty.services.settings, admin })).rejects.toThrow(
    /^ADMIN_PASSWORD: This password is too common/,
  );

  expect(await empty.look((tx) => tx.selectFrom('users').select('id').execute())).toEqual([]);
});

test('returns a sign-in link at the start until a user has a password', async () => {
  const empty = await openShop();
  await ensureFirstAdmin(empty.db, empty.services.settings);
  const first = await ensureFirstAdmin(empty.db, empty.services.settings);

  const token = tokenIn(first!.link);
  await empty.anonymous.do(authRoutes.resetPassword, { body: { password: 'Chosen1!a', token } });

  const body = { email: first!.email, password: 'Chosen1!a' };
  expect((await empty.anonymous.call(authRoutes.login, { body })).status).toBe(200);
  expect(await ensureFirstAdmin(empty.db, empty.services.settings)).toBeNull();
});

/** Only the picture contains the answer, so the test replaces it. */
async function setCaptchaText(email: string, answer: string): Promise<void> {
  await shop.look((tx) =>
    tx
      .updateTable('captchas')
      .set({
        answer_hash: hashCaptchaAnswer(email, answer),
        solved: false,
        expires_at: '2100-01-01T00:00:00Z',
      })
      .where('email', '=', email)
      .where('address', '=', '127.0.0.1')
      .execute(),
  );
}

test('fails no request after another server deletes the account of a cached session', async () => {
  const person = await shop.signIn({ userType: 'others', permissions: [...allPermissions] });
  await person.do(authRoutes.check);
  // Deletes the user as another server would, so this one caches the session for some more seconds.
  await shop.sql`DELETE FROM users WHERE id = ${person.userId}`;
  const plain = Object.values(api as Record<string, Record<string, Route>>)
    .flatMap((routes) => Object.values(routes))
    .filter((route) => route.reads && route.permission !== 'public' && paramsOf(route.path).length === 0);

  const statuses: number[] = [];
  for (const route of plain) {
    const { method, path } = route;
    const sent = { method, url: `${basePath}${path}`, headers: person.headers };
    const { statusCode } = await shop.server.inject({ ...sent, ...(route.body && { payload: {} }) });
    statuses.push(statusCode);
  }
  expect((await person.call(authRoutes.check)).status).toBe(401);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  // The session was still cached.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50);
});
