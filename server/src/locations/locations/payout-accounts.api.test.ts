import { locationRoutes } from '@aisle/contract/locations/locations';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { auditRoutes } from '@aisle/contract/system/audit';
import { expect, test } from 'vitest';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';

const { get, save, reveal, remove } = payoutAccountRoutes;

const shop = await openShop();
const admin = await shop.signIn();

const account = {
  bankName: 'First Corner Bank',
  accountHolder: 'Corner Market LLC',
  routingNumber: '021000021',
  accountNumber: '000987654321',
};
const forget = (person: Person) =>
  shop.sql`UPDATE sessions SET confirmed_at = ${new Date(Date.now() - 601_000).toISOString()}
    WHERE user_id = ${person.userId}`;

test('masks an account everywhere, and returns it in full only on a separate request', async () => {
  const id = await addLocation(shop);
  const params = { id };
  await admin.do(save, { params, body: { ...account, accountNumber: '0009-8765 4321' } });

  const masked = { bankName: 'First Corner Bank', routingNumber: '•••••0021', accountNumber: '••••4321' };
  const answers = [
    (await admin.do(get, { params })).account,
    (await admin.do(locationRoutes.view, { params })).payoutAccount,
  ];
  const whole = await admin.do(reveal, { params });

  for (const answer of answers) expect(answer).toMatchObject(masked);
  expect(whole).toMatchObject(account);
});

test('stores and logs no plain account numbers, and logs who viewed them', async () => {
  const id = await addLocation(shop);
  await admin.do(save, { params: { id }, body: account });
  await admin.do(save, { params: { id }, body: { ...account, accountNumber: '555566667777' } });
  await admin.do(reveal, { params: { id } });

  const stored = (await shop.sql`SELECT * FROM payout_accounts WHERE location_id = ${id}`)[0]!;
  const log = await admin.do(auditRoutes.list, { body: { filters: { recordId: id } } });

  expect(JSON.stringify(stored) + stored.sealed.toString('latin1')).not.toMatch(/55556666|02100002/);
  expect(log.records.map(({ action }) => action).sort()).toEqual(['create', 'edit', 'reveal']);
  expect(JSON.stringify(log)).not.toMatch(/55556666|0009876|021000021/);
  expect(JSON.stringify(log)).toContain('••••7777');
});

test('requires reauthentication to change, see and remove it, and changes nothing before', async () => {
  const id = await addLocation(shop);
  const clerk = await shop.signIn({ permissions: ['store_edit'] });
  await clerk.do(save, { params: { id }, body: account });
  await forget(clerk);

  const got = [
    await clerk.call(save, { params: { id }, body: { ...account, bankName: 'Theirs' } }),
    await clerk.call(reveal, { params: { id } }),
    await clerk.call(remove, { params: { id } }),
  ];

  expect(got.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([403, 'reauth-required']));
  expect((await clerk.do(get, { params: { id } })).account?.bankName).toBe('First Corner Bank');
});

test.each([
  ['routingNumber', '12345678', 'A routing number has 9 digits'],
  ['routingNumber', '021000022', "This isn't a valid routing number. Check the digits"],
  ['accountNumber', '12', 'An account number has 4 to 17 digits'],
  ['accountHolder', '', 'Account holder is required'],
])('rejects an invalid %s, %j, at its field', async (path, value, message) => {
  const id = await addLocation(shop);

  const got = await admin.call(save, { params: { id }, body: { ...account, [path]: value } });

  expect([got.status, got.body.error?.fields]).toEqual([400, [{ path, message }]]);
});

test('returns a conflict for an outdated edit, with the current account masked', async () => {
  const params = { id: await addLocation(shop) };
  await admin.do(save, { params, body: { ...account, version: 0 } });
  await admin.do(save, { params, body: { ...account, version: 1, accountNumber: '11112222' } });

  const late = await admin.call(save, { params, body: { ...account, version: 1 } });

  expect(late).toMatchObject({ status: 409, data: { accountNumber: '••••2222', version: 2 } });
});

test('removes an account, and shows fewer digits of a short number', async () => {
  const params = { id: await addLocation(shop) };
  const saved = await admin.do(save, { params, body: { ...account, accountNumber: '12345' } });
  await admin.do(remove, { params });

  expect(saved.accountNumber).toBe('••••45');
  expect((await admin.do(get, { params })).account).toBeNull();
  expect((await admin.call(reveal, { params })).status).toBe(404);
});

test('lets store users manage their own account, and hides others', async () => {
  const [mine, foreign] = [await addLocation(shop), await addLocation(shop)];
  await admin.do(save, { params: { id: foreign }, body: account });
  const owner = await shop.signIn({ permissions: ['store_edit'], locations: [mine] });

  await owner.do(save, { params: { id: mine }, body: account });
  const params = { id: foreign };
  const got = [
    await owner.call(get, { params }),
    await owner.call(reveal, { params }),
    await owner.call(save, { params, body: account }),
    await owner.call(remove, { params }),
  ];

  expect(got.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});
