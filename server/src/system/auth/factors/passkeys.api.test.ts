import { authRoutes, SecondFactorChallenge } from '@aisle/contract/system/auth/auth';
import { secondFactorRoutes } from '@aisle/contract/system/auth/second-factors';
import { expect, test } from 'vitest';
import { Authenticator } from '../../../../test/authenticator.ts';
import { addPerson, rightPassword } from '../../../../test/people-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const publicUrl = 'https://shop.example';

const shop = await openShop({ publicUrl });

const login = (email: string) =>
  shop.anonymous.call(authRoutes.login, { body: { email, password: rightPassword } });

/** Adds a user with a passkey, in the session that added it. */
async function addOwner(origin = publicUrl) {
  const person = await addPerson(shop);
  const me = shop.as((await login(person.email)).data);
  const device = new Authenticator(origin);
  const options = await me.do(secondFactorRoutes.passkeyOptions);
  const added = await me.call(secondFactorRoutes.addPasskey, {
    body: { name: 'Work laptop', response: device.create(options) },
  });
  return { person, me, device, added };
}
const alone = (device: Authenticator, options: { challenge: string }) =>
  shop.anonymous.call(authRoutes.passkey, { body: { response: device.use(options) } });
const optionsOf = (ticket?: string) =>
  shop.anonymous.do(authRoutes.passkeyOptions, { body: ticket === undefined ? {} : { ticket } });
async function ticketOf(email: string) {
  return SecondFactorChallenge.parse((await login(email)).body.data);
}

test('signs in with a passkey alone and shows its last use in the profile', async () => {
  const { person, device, me, added } = await addOwner();
  expect(added.data.passkey).toMatchObject({ name: 'Work laptop', lastUsedAt: null });
  expect(added.data.recoveryCodes).toHaveLength(10);

  const got = await alone(device, await optionsOf());

  expect([got.status, got.data._id]).toEqual([200, person.id]);
  const { passkeys } = await me.do(secondFactorRoutes.get);
  expect(passkeys).toMatchObject([{ name: 'Work laptop', lastUsedAt: expect.any(String) }]);
});

test('requests only signature algorithms that every server can verify', async () => {
  const me = shop.as((await login((await addPerson(shop)).email)).data);

  const { pubKeyCredParams } = await me.do(secondFactorRoutes.passkeyOptions);

  expect(pubKeyCredParams).toEqual([-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })));
});

test('accepts a passkey as a second factor, even without user verification', async () => {
  const { person, device } = await addOwner();
  device.verifiesUser = false;
  const { ticket, secondFactor } = await ticketOf(person.email);
  const options = await optionsOf(ticket);

  const got = await shop.anonymous.call(authRoutes.secondFactor, {
    body: { ticket, kind: 'passkey', code: device.use(options) },
  });

  expect(secondFactor).toEqual(['passkey', 'recoveryCode']);
  expect(options.allowCredentials).toMatchObject([{ id: device.id.toString('base64url') }]);
  expect(got.status).toBe(200);
  // Without a password, the device has to verify its owner.
  const untouched = await alone(device, await optionsOf());
  expect([untouched.status, untouched.code]).toEqual([400, 'auth.passkey-wrong']);
});

test('rejects a reused signature and an unknown challenge', async () => {
  const { device } = await addOwner();
  const options = await optionsOf();
  const response = device.use(options);
  const send = () => shop.anonymous.call(authRoutes.passkey, { body: { response } });

  expect((await send()).status).toBe(200);
  expect((await send()).code).toBe('auth.passkey-wrong');
  const madeUp = { challenge: Buffer.from('made up').toString('base64url') };
  expect((await alone(device, madeUp)).code).toBe('auth.passkey-wrong');
});

test('accepts a challenge for ten minutes, only for its purpose and user', async () => {
  const { person, device } = await addOwner();
  const other = await addOwner();
  const late = await optionsOf();
  await shop.sql`UPDATE passkey_challenges SET expires_at = expires_at - interval '10 minutes'
    WHERE challenge = ${late.challenge}`;
  expect((await alone(device, late)).status).toBe(400);

  const { ticket } = await ticketOf(person.email);
  const forSignIn = await optionsOf();
  const second = (code: ReturnType<Authenticator['use']>) =>
    shop.anonymous.call(authRoutes.secondFactor, { body: { ticket, kind: 'passkey', code } });
  expect((await second(device.use(forSignIn))).status).toBe(400);
  expect((await second(other.device.use(await optionsOf(ticket)))).status).toBe(400);
  expect((await second(device.use(await optionsOf(ticket)))).status).toBe(200);
});

test('deletes expired challenges', async () => {
  await shop.look((tx) => tx.deleteFrom('passkey_challenges').execute());
  for (let count = 0; count < 5; count += 1) await optionsOf();
  await shop.sql`UPDATE passkey_challenges SET expires_at = '2020-01-01T00:00:00Z'`;

  await optionsOf();

  const left = await shop.look((tx) => tx.selectFrom('passkey_challenges').select('challenge').execute());
  expect(left).toHaveLength(1);
});

test('rejects a passkey of another site, a forged signature and a cloned device', async () => {
  const elsewhere = await addOwner('https://shop.example.evil.test');
  expect([elsewhere.added.status, elsewhere.added.code]).toEqual([400, 'auth.passkey-wrong']);

  const { device } = await addOwner();
  const forged = device.use(await optionsOf());
  forged.response.signature = device.use(await optionsOf()).response.signature;
  expect((await shop.anonymous.call(authRoutes.passkey, { body: { response: forged } })).status).toBe(400);

  expect((await alone(device, await optionsOf())).status).toBe(200);
  await shop.sql`UPDATE passkeys SET counter = 1000 WHERE credential_id = ${device.id.toString('base64url')}`;
  expect((await alone(device, await optionsOf())).code).toBe('auth.passkey-wrong');
});

test('rejects malformed passkey data without a server error', async () => {
  const { person, device, me } = await addOwner();
  const { ticket } = await ticketOf(person.email);
  const response = device.use(await optionsOf());
  const nonsense = {
    ...response,
    response: { ...response.response, authenticatorData: '%%%', signature: 'x' },
  };

  expect((await shop.anonymous.call(authRoutes.passkey, { body: { response: nonsense } })).status).toBe(400);
  const attested = device.create(await me.do(secondFactorRoutes.passkeyOptions));
  attested.response.attestationObject = 'AAAA';
  const added = await me.call(secondFactorRoutes.addPasskey, {
    body: { name: 'Broken', response: attested },
  });
  expect(added.code).toBe('auth.passkey-wrong');
  const asText = await shop.anonymous.call(authRoutes.secondFactor, {
    body: { ticket, kind: 'passkey', code: '123456' },
  });
  expect(asText.code).toBe('auth.passkey-wrong');
});

test("rejects sign-in with a removed passkey, and the removal of another user's passkey", async () => {
  const { device, me } = await addOwner();
  const other = await addOwner();
  const [otherPasskey] = (await other.me.do(secondFactorRoutes.get)).passkeys;
  expect(
    (await me.call(secondFactorRoutes.removePasskey, { params: { id: otherPasskey!._id } })).status,
  ).toBe(404);
  const [ownPasskey] = (await me.do(secondFactorRoutes.get)).passkeys;

  await me.do(secondFactorRoutes.removePasskey, { params: { id: ownPasskey!._id } });

  expect((await alone(device, await optionsOf())).code).toBe('auth.passkey-wrong');
  expect((await me.do(secondFactorRoutes.get)).recoveryCodesLeft).toBe(0);
});

test('confirms a sensitive action with a passkey', async () => {
  const { person, device, me } = await addOwner();
  await shop.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = ${person.id}`;
  const { passkey } = await me.do(authRoutes.confirmOptions);

  await me.do(authRoutes.confirm, { body: { kind: 'passkey', code: device.use(passkey!) } });

  expect((await me.call(secondFactorRoutes.newRecoveryCodes)).status).toBe(200);
});

test('allows ten passkeys, and each device once', async () => {
  const { me, device } = await addOwner();
  const add = async (one: Authenticator) =>
    me.call(secondFactorRoutes.addPasskey, {
      body: { name: 'Key', response: one.create(await me.do(secondFactorRoutes.passkeyOptions)) },
    });
  expect((await add(device)).code).toBe('auth.passkey-wrong');
  for (let number = 2; number <= 10; number += 1)
    expect((await add(new Authenticator(publicUrl))).status).toBe(200);

  const refused = await me.call(secondFactorRoutes.passkeyOptions);

  expect([refused.status, refused.code]).toEqual([409, 'second-factors.too-many-passkeys']);
});

test('rejects the passkey of a deactivated user', async () => {
  const { person, device } = await addOwner();
  await shop.sql`UPDATE users SET status = false WHERE id = ${person.id}`;

  expect((await alone(device, await optionsOf())).code).toBe('auth.passkey-wrong');
});
