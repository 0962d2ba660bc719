import { authRoutes, SecondFactorChallenge } from '@aisle/contract/system/auth/auth';
import { secondFactorRoutes } from '@aisle/contract/system/auth/second-factors';
import { profileRoutes } from '@aisle/contract/system/profile';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { userRoutes } from '@aisle/contract/system/users/users';
import { TOTP } from 'otpauth';
import { afterEach, expect, test } from 'vitest';
import { addPerson, mailsTo, rightPassword } from '../../../../test/people-builders.ts';
import { openShop, type Person } from '../../../../test/shop.ts';

// Demo mode keeps the text of sent emails.
const shop = await openShop({ demo: true });

const login = (email: string, password = rightPassword) =>
  shop.anonymous.call(authRoutes.login, { body: { email, password } });

/** Signs in with the password alone, and returns the session's API client. */
async function signInWithPassword(person: { email: string }) {
  const { data } = await login(person.email);
  return shop.as(data);
}
type Me = Awaited<ReturnType<typeof signInWithPassword>>;

/** Returns the app's code now, or the given number of codes later. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });

async function setUpTotp(me: Me) {
  const { secret } = await me.do(secondFactorRoutes.startTotp);
  const recoveryCodes = await confirm(me, secret);
  return { secret, recoveryCodes: recoveryCodes! };
}
/** Confirms an app and moves its use to the past: that code is used up, and tests can use the current one. */
async function confirm(me: Me, secret: string) {
  const { recoveryCodes } = await me.do(secondFactorRoutes.confirmTotp, { body: { code: codeOf(secret) } });
  await shop.sql`UPDATE authenticator_apps SET last_step = last_step - 10`;
  return recoveryCodes;
}

/** Enters the right password and expects a request for a second factor. */
async function beginSignIn(email: string) {
  const got = await login(email);
  expect([got.status, got.body.status, got.code]).toEqual([400, false, 'auth.second-factor-needed']);
  return SecondFactorChallenge.parse(got.body.data);
}
const complete = (ticket: string, kind: 'totp' | 'recoveryCode', code: string) =>
  shop.anonymous.call(authRoutes.secondFactor, { body: { ticket, kind, code } });

async function requireOf(type: 'admin' | 'store' | 'others', isRequired: boolean) {
  const admin = await shop.signIn();
  const { version, secondFactorRequired } = await admin.do(settingsRoutes.get);
  await admin.do(settingsRoutes.update, {
    body: { version, secondFactorRequired: { ...secondFactorRequired, [type]: isRequired } },
  });
}
const auditOf = (recordId: string) =>
  shop.sql`SELECT action, actor_name, before, after FROM audit_entries
    WHERE record_id = ${recordId} ORDER BY id`;

test('requires no second factor by default', async () => {
  const person = await addPerson(shop);

  const me = await signInWithPassword(person);

  expect(await me.do(secondFactorRoutes.get)).toEqual({
    isRequired: false,
    totpSince: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
});

test('requires a code of the authenticator app besides the password', async () => {
  const person = await addPerson(shop, { roles: ['brand_list'] });
  const { secret } = await setUpTotp(await signInWithPassword(person));

  const { ticket, secondFactor } = await beginSignIn(person.email);
  const code = codeOf(secret);
  const got = await complete(ticket, 'totp', ` ${code.slice(0, 3)} ${code.slice(3)} `);

  expect(secondFactor).toEqual(['totp', 'recoveryCode']);
  expect(got.data.userRole).toEqual(['brand_list']);
  expect(got.data.user.mustSetUpFactor).toBeUndefined();
  const me = shop.as(got.data);
  expect((await me.do(authRoutes.check))._id).toBe(person.id);
});

test('shows the secret as text, link and QR code, and activates the app after a code', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  const { secret, uri, qrCode } = await me.do(secondFactorRoutes.startTotp);

  const wrong = await me.call(secondFactorRoutes.confirmTotp, { body: { code: codeOf(secret, 20) } });

  expect(uri).toContain(`secret=${secret}`);
  expect(decodeURIComponent(uri)).toContain(`Aisle:${person.email}`);
  expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(wrong.body.error).toMatchObject({ code: 'auth.code-wrong', fields: [{ path: 'code' }] });
  expect((await me.do(secondFactorRoutes.get)).totpSince).toBeNull();
  expect((await login(person.email)).status).toBe(200);
});

test('stores the secret sealed and recovery codes hashed', async () => {
  const person = await addPerson(shop);
  const { secret, recoveryCodes } = await setUpTotp(await signInWithPassword(person));

  const stored = await shop.look(async (tx) => ({
    app: await tx.selectFrom('authenticator_apps').selectAll().where('user_id', '=', person.id).execute(),
    codes: await tx.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.id).execute(),
  }));

  expect(new Set(recoveryCodes).size).toBe(10);
  expect(stored.codes).toHaveLength(10);
  const text = JSON.stringify(stored, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value
      ? Buffer.from(value.data as number[]).toString('latin1')
      : value,
  );
  for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(text).not.toContain(plain);
  }
});

test('opens one session per code and per ticket', async () => {
  const person = await addPerson(shop);
  const { secret } = await setUpTotp(await signInWithPassword(person));
  const [first, second] = [await beginSignIn(person.email), await beginSignIn(person.email)];
  const code = codeOf(secret);
  expect((await complete(first.ticket, 'totp', code)).status).toBe(200);

  const again = await complete(second.ticket, 'totp', code);
  const spent = await complete(first.ticket, 'totp', codeOf(secret, 1));

  expect([again.status, again.code]).toEqual([400, 'auth.code-wrong']);
  expect(again.message).toMatch(/already used/);
  expect([spent.status, spent.code]).toEqual([400, 'auth.ticket-invalid']);
  // The sign-in goes on after a wrong code.
  expect((await complete(second.ticket, 'totp', codeOf(secret, 1))).status).toBe(200);
});

test('rejects a sign-in and a confirmation with the code that set up the app', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  const { secret } = await me.do(secondFactorRoutes.startTotp);
  const code = codeOf(secret);
  await me.do(secondFactorRoutes.confirmTotp, { body: { code } });

  const { ticket } = await beginSignIn(person.email);
  const again = await complete(ticket, 'totp', code);
  const confirmed = await me.call(authRoutes.confirm, { body: { kind: 'totp', code } as never });

  expect([again.status, again.code]).toEqual([400, 'auth.code-wrong']);
  expect(confirmed.status).toBe(400);
  expect((await complete(ticket, 'totp', codeOf(secret, 1))).status).toBe(200);
});

test('accepts a code once in concurrent sign-ins', async () => {
  const person = await addPerson(shop);
  const { secret } = await setUpTotp(await signInWithPassword(person));
  const tickets = [await beginSignIn(person.email), await beginSignIn(person.email)];
  const code = codeOf(secret);

  const answers = await Promise.all(tickets.map(({ ticket }) => complete(ticket, 'totp', code)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('rejects a ticket after ten minutes or a password change, and an unknown ticket', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  const { secret } = await setUpTotp(me);
  const late = await beginSignIn(person.email);
  await shop.sql`UPDATE sign_in_tickets SET expires_at = expires_at - interval '10 minutes'
    WHERE user_id = ${person.id}`;
  expect((await complete(late.ticket, 'totp', codeOf(secret))).code).toBe('auth.ticket-invalid');

  const before = await beginSignIn(person.email);
  await me.do(authRoutes.changePassword, {
    body: { previousPassword: rightPassword, password: 'Radishes#2027', confirmPassword: 'Radishes#2027' },
  });

  expect((await complete(before.ticket, 'totp', codeOf(secret))).code).toBe('auth.ticket-invalid');
  expect((await complete('made up', 'totp', '123456')).code).toBe('auth.ticket-invalid');
});

test('rejects every kind of code after ten wrong ones and emails the owner', async () => {
  const person = await addPerson(shop);
  const { secret, recoveryCodes } = await setUpTotp(await signInWithPassword(person));
  const { ticket } = await beginSignIn(person.email);
  const wrong = codeOf(secret, 20);
  for (let made = 0; made < 9; made += 1) {
    expect((await complete(ticket, 'totp', wrong)).code).toBe('auth.code-wrong');
  }
  expect((await complete(ticket, 'recoveryCode', 'aaaaa-bbbbb')).code).toBe('auth.code-wrong');

  const { ticket: another } = await beginSignIn(person.email);
  const right = await complete(another, 'totp', codeOf(secret));
  const byRecovery = await complete(another, 'recoveryCode', recoveryCodes[0]!);

  expect([right.status, byRecovery.status]).toEqual([429, 429]);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  const mails = await mailsTo(shop, person.email);
  expect(mails.filter(({ subject }) => /Incorrect codes/.test(subject))).toHaveLength(1);

  await shop.sql`UPDATE second_factor_guesses SET guessed_at = guessed_at - interval '15 minutes'
    WHERE user_id = ${person.id}`;
  expect((await complete(another, 'totp', codeOf(secret))).status).toBe(200);
});

test('counts concurrent guesses like sequential ones', async () => {
  const person = await addPerson(shop);
  const { secret } = await setUpTotp(await signInWithPassword(person));
  const { ticket } = await beginSignIn(person.email);

  const answers = await Promise.all(
    Array.from({ length: 14 }, () => complete(ticket, 'totp', codeOf(secret, 20))),
  );

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
});

test('accepts each recovery code once, notifies the owner and records it in the audit log', async () => {
  const person = await addPerson(shop);
  const { recoveryCodes } = await setUpTotp(await signInWithPassword(person));
  const [code = ''] = recoveryCodes;

  const used = await complete(
    (await beginSignIn(person.email)).ticket,
    'recoveryCode',
    code.toUpperCase().replace('-', ' '),
  );
  const again = await complete((await beginSignIn(person.email)).ticket, 'recoveryCode', code);

  expect(used.status).toBe(200);
  expect(again.code).toBe('auth.code-wrong');
  expect((await shop.as(used.data).do(secondFactorRoutes.get)).recoveryCodesLeft).toBe(9);
  const [mail] = (await mailsTo(shop, person.email)).filter(({ subject }) => /recovery code/.test(subject));
  expect(mail?.body).toContain('Codes left: 9');
  expect(await auditOf(person.id)).toContainEqual(
    expect.objectContaining({ action: 'use-recovery-code', after: { recoveryCodesLeft: 9 } }),
  );
  expect(JSON.stringify(await auditOf(person.id))).not.toContain(code);
});

test('replaces old recovery codes and requires a factor for new ones', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  expect((await me.call(secondFactorRoutes.newRecoveryCodes)).code).toBe('second-factors.none');
  const { recoveryCodes: old } = await setUpTotp(me);

  const { recoveryCodes } = await me.do(secondFactorRoutes.newRecoveryCodes);

  const { ticket } = await beginSignIn(person.email);
  expect((await complete(ticket, 'recoveryCode', old[0]!)).status).toBe(400);
  expect((await complete(ticket, 'recoveryCode', recoveryCodes[0]!)).status).toBe(200);
});

test('replaces the old phone after a code of the new one', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  const old = await setUpTotp(me);
  const { secret } = await me.do(secondFactorRoutes.startTotp);
  const first = await beginSignIn(person.email);
  expect((await complete(first.ticket, 'totp', codeOf(old.secret))).status).toBe(200);

  expect(await confirm(me, secret)).toBeNull();
  const { ticket } = await beginSignIn(person.email);
  expect((await complete(ticket, 'totp', codeOf(old.secret, 1))).status).toBe(400);
  expect((await complete(ticket, 'totp', codeOf(secret))).status).toBe(200);
});

test('requires the password or a factor to change factors', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  const { secret, recoveryCodes } = await setUpTotp(me);
  const grow = () =>
    shop.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = ${person.id}`;
  await grow();
  for (const route of [
    secondFactorRoutes.startTotp,
    secondFactorRoutes.removeTotp,
    secondFactorRoutes.newRecoveryCodes,
    secondFactorRoutes.passkeyOptions,
  ]) {
    expect((await me.call(route)).code).toBe('reauth-required');
  }
  expect((await me.do(authRoutes.confirmOptions)).secondFactor).toEqual(['totp', 'recoveryCode']);

  const wrong = await me.call(authRoutes.confirm, { body: { kind: 'totp', code: codeOf(secret, 20) } });
  expect(wrong.body.error).toMatchObject({ code: 'auth.code-wrong', fields: [{ path: 'code' }] });
  await me.do(authRoutes.confirm, { body: { kind: 'totp', code: codeOf(secret) } });
  expect((await me.call(secondFactorRoutes.startTotp)).status).toBe(200);

  await grow();
  await me.do(authRoutes.confirm, { body: { kind: 'recoveryCode', code: recoveryCodes[1]! } });
  expect((await me.call(secondFactorRoutes.startTotp)).status).toBe(200);

  await grow();
  await me.do(authRoutes.confirm, { body: { password: rightPassword } });
  expect((await me.call(secondFactorRoutes.removeTotp)).status).toBe(200);
  expect((await me.call(authRoutes.confirm, { body: {} })).body.error?.fields).toMatchObject([
    { path: 'password', message: 'Password is required' },
  ]);
});

test('audits and emails changes of factors, and removes recovery codes with the last factor', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  await setUpTotp(me);

  await me.do(secondFactorRoutes.removeTotp);

  expect(await me.do(secondFactorRoutes.get)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
  expect((await login(person.email)).status).toBe(200);
  expect((await me.call(secondFactorRoutes.removeTotp)).status).toBe(404);
  const actions = (await auditOf(person.id)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['add-second-factor', 'remove-second-factor']));
  expect((await mailsTo(shop, person.email)).map(({ subject }) => subject)).toEqual([
    'A second factor was added to your Aisle account',
    'A second factor was removed from your Aisle account',
  ]);
});

test('limits the first session to setting up a required factor', async () => {
  const person = await addPerson(shop, { roles: ['brand_list'] });
  const earlier = await signInWithPassword(person);
  await requireOf('others', true);
  const { data } = await login(person.email);
  const other = await signInWithPassword(person);
  const me = shop.as(data);

  expect(data.user.mustSetUpFactor).toBe(true);
  expect((await me.do(authRoutes.check)).user.mustSetUpFactor).toBe(true);
  for (const route of [profileRoutes.get, profileRoutes.sessions, secondFactorRoutes.removeTotp]) {
    const refused = await me.call(route);
    expect([refused.status, refused.code]).toEqual([403, 'auth.second-factor-setup']);
  }
  expect((await earlier.call(profileRoutes.get)).status).toBe(200);
  await setUpTotp(me);

  expect((await me.do(authRoutes.check)).user.mustSetUpFactor).toBeUndefined();
  expect((await me.call(profileRoutes.get)).status).toBe(200);
  // Other sessions opened by the password alone have to sign in with the factor.
  expect((await other.call(authRoutes.check)).status).toBe(401);
  const kept = await me.call(secondFactorRoutes.removeTotp);
  expect([kept.status, kept.code]).toEqual([409, 'second-factors.required']);
  expect((await me.do(secondFactorRoutes.get)).totpSince).not.toBeNull();
  await requireOf('others', false);
});

test('applies the requirement by user type, and not to API keys', async () => {
  await requireOf('admin', true);
  const clerk = await addPerson(shop, { userType: 'others' });
  const admin = await addPerson(shop, { userType: 'admin' });

  expect((await login(clerk.email)).data.user.mustSetUpFactor).toBeUndefined();
  expect((await login(admin.email)).data.user.mustSetUpFactor).toBe(true);
  await requireOf('admin', false);
});

test('lets an administrator reset lost factors, with audit entry, email and sign-out', async () => {
  const person = await addPerson(shop);
  const me = await signInWithPassword(person);
  await setUpTotp(me);
  const admin = await shop.signIn();
  expect(await admin.do(userRoutes.get, { query: { _id: person.id } })).toMatchObject({
    hasSecondFactor: true,
  });

  const user = await admin.do(userRoutes.resetSecondFactor, { params: { id: person.id } });

  expect(user.hasSecondFactor).toBe(false);
  expect((await me.call(authRoutes.check)).status).toBe(401);
  expect((await login(person.email)).status).toBe(200);
  expect(await auditOf(person.id)).toContainEqual(
    expect.objectContaining({ action: 'reset-second-factor', actor_name: 'Ada Tester' }),
  );
  const [mail] = (await mailsTo(shop, person.email)).filter(({ subject }) => /was reset/.test(subject));
  expect(mail?.body).toContain('Ada Tester');
  const again = await admin.call(userRoutes.resetSecondFactor, { params: { id: person.id } });
  expect(again.code).toBe('second-factors.none');
});

test('prevents resets of own factors, by other users or without confirmation', async () => {
  const person = await addPerson(shop, { userType: 'admin' });
  const me = await signInWithPassword(person);
  await setUpTotp(me);
  const clerk = await shop.signIn({ permissions: ['user_edit'] });
  const admin = await shop.signIn();
  await shop.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour'
    WHERE user_id = ${admin.userId}`;
  const reset = (who: Pick<Person, 'call'>) =>
    who.call(userRoutes.resetSecondFactor, { params: { id: person.id } });

  expect((await reset(me)).code).toBe('users.not-yourself');
  expect((await reset(clerk)).status).toBe(403);
  expect((await reset(admin)).code).toBe('reauth-required');
});

afterEach(async () => {
  for (const type of ['admin', 'others'] as const) {
    const { secondFactorRequired } = await (await shop.signIn()).do(settingsRoutes.get);
    if (secondFactorRequired[type]) await requireOf(type, false);
  }
});
