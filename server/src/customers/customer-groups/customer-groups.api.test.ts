import { auditSentence } from '@aisle/contract/audit-sentences';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageRoutes } from '@aisle/contract/service/messages';
import { auditRoutes } from '@aisle/contract/system/audit';
import { expect, test } from 'vitest';
import { addCustomer, addOrderLocation, openStore, placeOne, runSql } from '../../../test/order-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';
import { refreshCustomerGroups } from './customer-groups.service.ts';

const { list, dropdown, show, preview, create, edit, remove, members, editMembers, refresh } =
  customerGroupRoutes;

const { shop, manager, location, goods } = await openStore({ goods: { price: 500, stock: 500 } });

let groups = 0;
const nextName = () => {
  groups += 1;
  return `Group ${groups}`;
};
/** Each test uses its own city, so that tests don't share customers. */
let cities = 0;
const addCity = () => {
  cities += 1;
  const city = `Groupville ${cities}`;
  const address = { line1: '1 Elm St', city, state: 'TX', postalCode: '78701' };
  return { city, add: (parts = {}) => addCustomer(manager, { addresses: [address], ...parts }) };
};
const addManual = () => manager.do(create, { body: { name: nextName(), kind: 'manual' } });
const addByRule = (rule: object) => manager.do(create, { body: { name: nextName(), kind: 'rule', rule } });
const memberIds = async (id: string) =>
  (await manager.do(members, { params: { id }, body: {} })).records.map(({ _id }) => _id);
const orderFor = (customerId: string) =>
  placeOne(manager, location, goods, { customerId, fulfilment: 'pickup' });

test('counts customers and shows three examples before saving', async () => {
  const { city, add } = addCity();
  for (const firstName of ['Ann', 'Bea', 'Cleo', 'Dora']) await add({ firstName, lastName: 'Ruhl' });
  const before = await manager.do(list);

  const found = await manager.do(preview, { body: { rule: { city } } });

  expect(found.count).toBe(4);
  expect(found.examples.map(({ name }) => name)).toEqual(['Ann Ruhl', 'Bea Ruhl', 'Cleo Ruhl']);
  expect(await manager.do(list)).toEqual(before);
});

test('gives a group by conditions its members when it is added and edited', async () => {
  const { city, add } = addCity();
  const [ann, bea] = [await add(), await add()];
  await orderFor(bea._id);

  const group = await addByRule({ city });
  expect(group).toMatchObject({ count: 2, usedBy: [], version: 1 });
  expect((await memberIds(group._id)).sort()).toEqual([ann._id, bea._id].sort());

  const rule = { city, minOrders: 1 };
  const edited = await manager.do(edit, { params: { id: group._id }, body: { rule, version: 1 } });
  expect(edited).toMatchObject({ count: 1, rule, version: 2 });
  expect(await memberIds(group._id)).toEqual([bea._id]);
});

test('refreshes groups by conditions on demand and at night, without a new version', async () => {
  const { city, add } = addCity();
  const group = await addByRule({ city });
  const ann = await add();

  const refreshed = await manager.do(refresh, { params: { id: group._id } });
  expect(refreshed).toMatchObject({ count: 1, version: 1 });

  const bea = await add();
  await runSql(
    shop,
    `UPDATE customer_groups SET counted_at = now() - interval '1 day' WHERE id = '${group._id}'`,
  );
  await refreshCustomerGroups(shop.db);
  expect((await memberIds(group._id)).sort()).toEqual([ann._id, bea._id].sort());
  expect(await manager.do(show, { params: { id: group._id } })).toMatchObject({ count: 2, version: 1 });
});

test('follows the calendar with conditions in days', async () => {
  const { city, add } = addCity();
  const [recent, lapsed, never] = [await add(), await add(), await add()];
  await orderFor(recent._id);
  const { _id: old } = await orderFor(lapsed._id);
  await runSql(shop, `UPDATE orders SET created_at = created_at - interval '40 days' WHERE id = '${old}'`);
  const found = async (rule: object) => (await memberIds((await addByRule({ city, ...rule }))._id)).sort();

  expect(await found({ orderedInDays: 30 })).toEqual([recent._id]);
  expect(await found({ orderedInDays: 60 })).toEqual([recent._id, lapsed._id].sort());
  expect(await found({ notOrderedInDays: 30 })).toEqual([lapsed._id, never._id].sort());
  expect(await found({ notOrderedInDays: 30, minOrders: 1 })).toEqual([lapsed._id]);
});

test('adds and removes members by hand, once', async () => {
  const { add } = addCity();
  const [ann, bea] = [await add(), await add()];
  const group = await addManual();
  const change = (body: object) =>
    manager.do(editMembers, { params: { id: group._id }, body: body as never });

  const added = await change({ add: [ann._id, bea._id, newId()], version: 1 });
  expect(added).toMatchObject({ count: 2, version: 2 });
  expect(await change({ add: [ann._id], version: 2 })).toMatchObject({ count: 2, version: 2 });
  expect(await change({ remove: [ann._id], version: 2 })).toMatchObject({ count: 1, version: 3 });
  expect(await memberIds(group._id)).toEqual([bea._id]);

  const { records } = await manager.do(auditRoutes.history, {
    params: { name: 'customerGroups', id: group._id },
  });
  const sentences = records.map((entry) =>
    auditSentence({ ...entry, recordName: group.name, locationName: null }),
  );
  expect(sentences).toEqual([
    expect.stringContaining(`removed 1 customer from customer group ${group.name}`),
    expect.stringContaining(`added 2 customers to customer group ${group.name}`),
    expect.stringContaining(`added customer group ${group.name}`),
  ]);
});

test('rejects member edits of an older version and of groups by conditions', async () => {
  const { city, add } = addCity();
  const ann = await add();
  const [manual, byRule] = [await addManual(), await addByRule({ city })];
  const addTo = (id: string, version: number) =>
    manager.call(editMembers, { params: { id }, body: { add: [ann._id], version } });
  await addTo(manual._id, 1);

  const late = await addTo(manual._id, 1);
  expect(refusal(late)).toEqual([409, 'version-stale']);
  expect(late.data).toMatchObject({ count: 1, version: 2 });
  expect(refusal(await addTo(byRule._id, 1))).toEqual([409, 'customerGroups.by-rule']);
});

test('rejects a taken name, and conditions that do not fit the kind', async () => {
  const group = await addManual();

  const taken = await manager.call(create, { body: { name: group.name.toUpperCase(), kind: 'manual' } });
  expect([taken.status, taken.code, taken.paths]).toEqual([409, 'duplicate', ['name']]);
  const none = await manager.call(create, { body: { name: nextName(), kind: 'rule' } });
  expect(refusedField(none)).toEqual([400, 'rule']);
  const rule = { city: 'Austin' };
  const both = await manager.call(create, { body: { name: nextName(), kind: 'manual', rule } });
  expect(refusedField(both)).toEqual([400, 'rule']);
  const late = await manager.call(edit, { params: { id: group._id }, body: { rule, version: 1 } });
  expect(refusedField(late)).toEqual([400, 'rule']);
});

test('filters customers by group, and groups by customer', async () => {
  const { city, add } = addCity();
  const ann = await add();
  await addCity().add();
  const group = await addByRule({ city });

  const found = await manager.do(customerRoutes.list, { body: { filters: { groupId: group._id } } });
  expect(found.records.map(({ _id }) => _id)).toEqual([ann._id]);
  const groupsOfAnn = await manager.do(list, { body: { filters: { customerId: ann._id } } });
  expect(groupsOfAnn.records).toMatchObject([{ _id: group._id, name: group.name }]);
});

test('keeps a group that unsent messages use, and names them', async () => {
  const { city, add } = addCity();
  await add({ marketingConsent: true });
  const group = await addByRule({ city });
  const text = { channel: 'email', subject: 'Hi', body: 'Hi', audience: { groupId: group._id } } as const;
  const draft = await manager.do(messageDraftRoutes.create, {
    body: { kind: 'draft', name: 'Half-written', ...text },
  });
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const later = await manager.do(messageRoutes.send, { body: { name: 'Tomorrow', sendAt, ...text } });

  const refused = await manager.call(remove, { params: { id: group._id } });
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'in-use',
    `${group.name} is in use: draft “Half-written” and message “Tomorrow”`,
  ]);

  await manager.do(messageDraftRoutes.remove, { params: { id: draft._id } });
  await manager.do(messageRoutes.stop, { params: { id: later._id! } });
  await manager.do(remove, { params: { id: group._id } });
  const resumed = await manager.call(messageRoutes.resume, { params: { id: later._id! } });
  expect(refusal(resumed)).toEqual([409, 'messages.group-gone']);
  const shown = await manager.do(messageRoutes.get, { params: { id: later._id! } });
  expect(shown.audienceData.group).toBeNull();
});

test('moves memberships chosen by hand to the remaining customer of a merge, and back', async () => {
  const { add } = addCity();
  const [kept, other] = [await add(), await add()];
  const [both, one] = [await addManual(), await addManual()];
  const put = (id: string, ids: string[]) =>
    manager.do(editMembers, { params: { id }, body: { add: ids, version: 1 } });
  await put(both._id, [kept._id, other._id]);
  await put(one._id, [other._id]);

  await manager.do(customerCareRoutes.merge, { body: { customerId: kept._id, otherId: other._id } });
  expect(await memberIds(both._id)).toEqual([kept._id]);
  expect(await memberIds(one._id)).toEqual([kept._id]);

  await manager.do(customerCareRoutes.unmerge, { body: { otherId: other._id } });
  expect((await memberIds(both._id)).sort()).toEqual([kept._id, other._id].sort());
  expect(await memberIds(one._id)).toEqual([other._id]);
});

test('hides groups from users of single locations, in the database too', async () => {
  const here = await addOrderLocation(shop);
  const clerk = await shop.signIn({
    permissions: ['customer_list', 'customer_edit', 'customer_add'],
    locations: [here],
  });
  const group = await addManual();
  const own = await addCustomer(clerk, {});
  await manager.do(editMembers, { params: { id: group._id }, body: { add: [own._id], version: 1 } });

  expect(refusal(await clerk.call(list))).toEqual([403, 'not-allowed']);
  expect(refusal(await clerk.call(dropdown))).toEqual([403, 'not-allowed']);
  expect(refusal(await clerk.call(show, { params: { id: group._id } }))).toEqual([403, 'not-allowed']);
  const filtered = await clerk.do(customerRoutes.list, { body: { filters: { groupId: group._id } } });
  expect(filtered.records).toEqual([]);
  const audience = { groupId: group._id };
  const asked = await clerk.call(messageRoutes.preview, { body: { audience, channel: 'email' } });
  expect(refusedField(asked)).toEqual([400, 'audience.groupId']);
  const draft = await clerk.call(messageDraftRoutes.create, {
    body: { kind: 'draft', name: 'Ours', channel: 'email', audience },
  });
  expect(refusedField(draft)).toEqual([400, 'audience.groupId']);
});
