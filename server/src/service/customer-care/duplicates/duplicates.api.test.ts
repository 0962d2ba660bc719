import { customerRoutes } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { expect, test } from 'vitest';
import { homeAddress, newShopper } from '../../../../test/order-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';

const { create, edit, addAddress } = customerRoutes;
const { duplicates, notSame, merge } = customerCareRoutes;

const shop = await openShop();
const manager = await shop.signIn();

const add = (parts: object = {}) => manager.do(create, { body: { ...newShopper(), ...parts } });
const pairsOf = async (customerId: string) =>
  (await manager.do(duplicates, { body: { filters: { customerId } } })).records.map(
    ({ customer, other, reasons }) => ({
      ids: [customer._id, other._id].filter((id) => id !== customerId),
      reasons,
    }),
  );

test('suggests customers with the same phone and a different country code', async () => {
  const one = await add({ phone: '+44 737 100 0001' });
  const two = await add({ phone: '737 100 0001' });

  expect(await pairsOf(one._id)).toEqual([{ ids: [two._id], reasons: ['phone'] }]);
});

test('suggests customers with the same mailbox in different spellings', async () => {
  const one = await add({ email: 'ada.byron+eggs@gmail.com' });
  const two = await add({ email: 'adabyron@googlemail.com' });
  const other = await add({ email: 'ada.byron@home.example' });
  const tagged = await add({ email: 'ada.byron+shop@home.example' });

  expect(await pairsOf(one._id)).toEqual([{ ids: [two._id], reasons: ['email'] }]);
  expect(await pairsOf(other._id)).toEqual([{ ids: [tagged._id], reasons: ['email'] }]);
});

test('suggests customers with the same name and address, regardless of their order', async () => {
  const name = { firstName: 'Nadia', lastName: 'Double' };
  const one = await add({ ...name, addresses: [{ ...homeAddress, line1: '12 Elm St.' }] });
  const two = await add({ ...name, firstName: 'nadia' });
  expect(await pairsOf(one._id)).toEqual([]);

  await manager.do(addAddress, { params: { id: two._id }, body: { ...homeAddress, line1: '12 elm st' } });

  expect(await pairsOf(one._id)).toEqual([{ ids: [two._id], reasons: ['nameAndAddress'] }]);
  await manager.do(edit, { params: { id: two._id }, body: { lastName: 'Single', version: 1 } });
  expect(await pairsOf(one._id)).toEqual([]);
});

test("doesn't suggest a rejected pair again", async () => {
  const one = await add({ email: 'pat.lee@home.example' });
  const two = await add({ email: 'pat.lee+2@home.example' });

  await manager.do(notSame, { body: { customerId: two._id, otherId: one._id } });
  await manager.do(edit, { params: { id: two._id }, body: { email: 'pat.lee+3@home.example', version: 1 } });

  expect(await pairsOf(one._id)).toEqual([]);
  const unknown = await manager.call(notSame, { body: { customerId: one._id, otherId: newId() } });
  expect(unknown.status).toBe(404);
});

test('removes a pair after its merge', async () => {
  const one = await add({ email: 'kim.oh@home.example' });
  const two = await add({ email: 'kim.oh+2@home.example' });

  await manager.do(merge, { body: { customerId: one._id, otherId: two._id } });

  expect(await pairsOf(one._id)).toEqual([]);
});

test('rejects store users', async () => {
  const store = await shop.signIn({ permissions: ['customer_edit'], userType: 'store' });

  expect((await store.call(duplicates, { body: {} })).status).toBe(403);
});
