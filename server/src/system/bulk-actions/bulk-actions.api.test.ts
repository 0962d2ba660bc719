import { brandRoutes } from '@aisle/contract/catalog/brands';
import { brandActions } from '@aisle/contract/catalog/record-actions';
import { customerActions } from '@aisle/contract/customers/customer-actions';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { returnActions } from '@aisle/contract/sales/returns/return-actions';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { supportRoutes } from '@aisle/contract/service/support';
import { ticketActions } from '@aisle/contract/service/ticket-actions';
import { auditRoutes } from '@aisle/contract/system/audit';
import { type BulkActionRun, bulkActionRoutes, changedAtOnce } from '@aisle/contract/system/bulk-actions';
import { userActions } from '@aisle/contract/system/users/user-actions';
import { userRoutes } from '@aisle/contract/system/users/users';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { expiryActions } from '@aisle/contract/warehouse/expiry-actions';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, openStore } from '../../../test/order-builders.ts';
import { addPerson } from '../../../test/people-builders.ts';
import { deliver, requestReturn, stepTo } from '../../../test/return-builders.ts';
import { type Person, refusal, refusedField } from '../../../test/shop.ts';
import { dayAt } from '../../../test/stock-builders.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { newId } from '../../core/ids.ts';
import { jobTable } from '../../jobs.ts';

const {
  shop,
  manager: admin,
  location: here,
  goods,
} = await openStore({ goods: { price: 500, stock: 1000 } });
const { bulkAction, bulkActionUndo } = jobTable;
const runner = await workJobs(shop, { bulkAction, bulkActionUndo });
afterAll(() => runner.stop());

let group: string;
let groups = 0;
beforeEach(() => {
  groups += 1;
  group = `Bulk${String.fromCharCode(97 + groups)}son`;
});
let dialled = 7_100_000;
const phoneOf = () => {
  dialled += 1;
  return `+1512${dialled}`;
};
/** Customers of the marketplace. */
async function addCustomers(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const phone = phoneOf();
    const names = { first_name: 'Quilla', last_name: group };
    return { id: newId(), ...names, phone, phone_digits: phone.slice(1) };
  });
  await shop.look((tx) => tx.insertInto('customers').values(rows).execute());
  return rows.map(({ id }) => id);
}
const statusesOf = async (person = admin) => {
  const page = await person.do(customerRoutes.list, { body: { search: group, limit: 100 } });
  return page.records.map(({ status }) => status);
};
type Target = { ids: string[] } | { search?: string; filters?: object };
const start = (name: string, target: Target, { by = admin, input = {} } = {}) =>
  by.call(bulkActionRoutes.run, { params: { name }, body: { target, input } });
const get = (_id: string, by = admin) => by.do(bulkActionRoutes.get, { params: { id: _id } });
/** Waits for the job, if there is one. */
async function over({ _id, jobId }: BulkActionRun, by = admin): Promise<BulkActionRun> {
  if (jobId) await jobOver(by, jobId);
  return get(_id, by);
}
async function run(action: { name: string }, target: Target, how: { by?: Person; input?: object } = {}) {
  const started = await start(action.name, target, how);
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  return over(started.data, how.by);
}
const rowsOf = async ({ _id }: BulkActionRun, body: { search?: string } = {}, by = admin) =>
  (await by.do(bulkActionRoutes.rows, { body: { filters: { bulkActionId: _id }, ...body } })).records;
const undo = ({ _id }: BulkActionRun) => admin.do(bulkActionRoutes.undo, { params: { id: _id } });
const { block, unblock } = customerActions;

test('changes a page of selected records at once, with the audit entry of each', async () => {
  const [first, second] = await addCustomers(2);
  await admin.do(customerRoutes.changeStatus, { params: { id: second! }, body: { status: 'blocked' } });
  const missing = '01890a5d-ac96-774b-bcce-b302099a8057';

  const done = await run(block, { ids: [first!, second!, missing] });

  expect(done).toMatchObject({
    name: 'block-customers',
    title: 'Block 3 customers',
    state: 'changed',
    jobId: null,
    total: 3,
    counts: { waiting: 0, changed: 1, same: 1, refused: 1 },
    reasons: [{ reason: 'No longer exists', count: 1 }],
    canUndo: true,
  });
  expect(await rowsOf(done)).toMatchObject([
    { recordId: first, name: `Quilla ${group}`, outcome: 'changed', reason: null },
    { recordId: second, outcome: 'same' },
    { recordId: missing, name: null, outcome: 'refused', reason: 'No longer exists' },
  ]);
  const entries = await admin.do(auditRoutes.list, {
    body: { filters: { recordId: first!, resource: 'customers' } },
  });
  expect(entries.records.filter(({ action }) => action === 'status')).toHaveLength(1);
});

test('changes all records of a filter in a job, on every page', async () => {
  await addCustomers(changedAtOnce + 3);
  const [other] = await addCustomers(1);
  await admin.do(customerRoutes.changeStatus, { params: { id: other! }, body: { status: 'blocked' } });

  const started = await start(block.name, { search: group, filters: { status: 'active' } });
  const done = await over(started.data);

  expect(started.data).toMatchObject({ state: 'changing', jobId: expect.any(String) });
  expect(done).toMatchObject({
    title: `Block ${changedAtOnce + 3} customers`,
    total: changedAtOnce + 3,
    counts: { changed: changedAtOnce + 3, refused: 0, waiting: 0 },
  });
  expect(new Set(await statusesOf())).toEqual(new Set(['blocked']));

  const undone = await over(await undo(done));

  expect(undone).toMatchObject({ state: 'undone', counts: { undone: changedAtOnce + 3, changed: 0 } });
  expect((await statusesOf()).filter((status) => status === 'blocked')).toHaveLength(1);
});

test('changes only the records that users of a location see', async () => {
  const clerk = await shop.signIn({
    permissions: ['customer_add', 'customer_view', 'customer_change_status'],
    locations: [here],
  });
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const body = { firstName: 'Quilla', lastName: group, phone: phoneOf() };
    ids.push((await clerk.do(customerRoutes.create, { body }))._id);
  }
  const [elsewhere] = await addCustomers(1);

  const byFilter = await run(block, { search: group }, { by: clerk });
  const byId = await run(block, { ids: [elsewhere!] }, { by: clerk });

  expect(byFilter.counts).toMatchObject({ changed: ids.length, refused: 0 });
  expect(byId).toMatchObject({ counts: { changed: 0, refused: 1 } });
  const stranger = await shop.signIn({ permissions: ['customer_change_status'], locations: [here] });
  const seen = await stranger.call(bulkActionRoutes.get, { params: { id: byFilter._id } });
  expect(refusal(seen)).toEqual([404, 'not-found']);
  expect(await rowsOf(byId, {}, clerk)).toMatchObject([{ name: null }]);
});

test('undoes only records that are still as the action left them', async () => {
  const ids = await addCustomers(2);
  const done = await run(block, { ids });
  await admin.do(customerRoutes.changeStatus, { params: { id: ids[0]! }, body: { status: 'active' } });

  const undone = await undo(done);

  expect(undone).toMatchObject({
    state: 'undone',
    counts: { undone: 1, kept: 1, changed: 0 },
    reasons: [{ reason: 'Changed since', count: 1 }],
    canUndo: false,
  });
  expect(await statusesOf()).toEqual(['active', 'active']);
  const again = await admin.call(bulkActionRoutes.undo, { params: { id: done._id } });
  expect(refusal(again)).toEqual([409, 'bulk.nothing-to-undo']);
});

test('requires the permissions of the list and of the single action', async () => {
  const [id] = await addCustomers(1);
  const reader = await shop.signIn({ permissions: ['customer_list'] });
  const done = await run(block, { ids: [id!] });

  expect(refusal(await start(unblock.name, { ids: [id!] }, { by: reader }))).toEqual([
    403,
    'permission-missing',
  ]);
  const seen = await reader.call(bulkActionRoutes.get, { params: { id: done._id } });
  expect(refusal(seen)).toEqual([403, 'permission-missing']);
  expect(await statusesOf()).toEqual(['blocked']);
});

test('rejects unknown actions, filters and choices, and a filter without a match', async () => {
  const [ticket] = [await addTicket(admin)];
  const { assign } = ticketActions;

  expect(refusal(await start('delete-everything', {}))).toEqual([404, 'not-found']);
  expect(refusedField(await start(block.name, { filters: { shoeSize: 9 } }))[0]).toBe(400);
  expect(refusedField(await start(block.name, { ids: ['x'] }))).toEqual([400, 'target.ids.0']);
  expect(refusedField(await start(assign.name, { ids: [ticket._id] }))).toEqual([400, 'input.assignee']);
  expect(refusal(await start(block.name, { search: 'xyzzy-nobody' }))).toEqual([409, 'bulk.nothing']);
});

test('assigns tickets and moves them, each by the rules of one ticket', async () => {
  const agent = await shop.signIn({ permissions: ['support_list', 'support_view', 'support_reply'] });
  const tickets = [await addTicket(admin), await addTicket(admin), await addTicket(admin)];
  const ids = tickets.map(({ _id }) => _id);
  const viewed = async () => {
    const page = await admin.do(supportRoutes.list, { body: { limit: 100 } });
    return ids.map((id) => page.records.find(({ _id }) => _id === id)!);
  };

  const assigned = await run(ticketActions.assign, { ids }, { by: agent, input: { assignee: agent.userId } });
  await run(ticketActions.wait, { ids: ids.slice(0, 1) }, { by: agent });
  const resolved = await run(ticketActions.resolve, { ids: ids.slice(0, 2) }, { by: agent });
  const closed = await run(ticketActions.close, { ids }, { by: agent });

  expect(assigned.counts).toMatchObject({ changed: 3 });
  expect(resolved.counts).toMatchObject({ changed: 2 });
  expect(closed).toMatchObject({
    counts: { changed: 2, refused: 1 },
    reasons: [{ reason: 'Not possible from Open', count: 1 }],
  });
  expect(closed.canUndo).toBe(false);
  expect((await viewed()).map(({ status, assignee }) => [status, assignee?._id])).toEqual([
    ['closed', agent.userId],
    ['closed', agent.userId],
    ['open', agent.userId],
  ]);
  expect(await rowsOf(assigned, { search: tickets[1]!.number }, agent)).toMatchObject([{ recordId: ids[1] }]);
});

test('approves requested returns only', async () => {
  const requests = [];
  for (let index = 0; index < 2; index += 1) {
    requests.push(await requestReturn(admin, await deliver(admin, here, goods)));
  }
  const [first, second] = requests;
  await stepTo(admin, second!, 'returnRejected');

  const done = await run(returnActions.approve, { ids: [first!._id, second!._id] });

  expect(done).toMatchObject({
    counts: { changed: 1, refused: 1 },
    reasons: [{ reason: "Doesn't wait for approval" }],
  });
  expect((await admin.do(returnRoutes.view, { params: { id: first!._id } })).status).toBe('approved');
});

test('deactivates users, but never the one who does it', async () => {
  const [first, second] = [await addPerson(shop), await addPerson(shop)];

  const done = await run(userActions.deactivate, { ids: [first.id, second.id, admin.userId] });
  const page = await admin.do(userRoutes.list, { body: { filters: { status: false }, limit: 100 } });

  expect(done.counts).toMatchObject({ changed: 2, refused: 1 });
  const inactive = page.records.map(({ _id }) => _id);
  expect(inactive).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(inactive).not.toContain(admin.userId);
});

test('restores deleted brands, and keeps their names in the results', async () => {
  const add = (name: string) => admin.do(brandRoutes.create, { body: { name } });
  const [first, second] = [await add(`${group} One`), await add(`${group} Two`)];

  const done = await run(brandActions.delete, { ids: [first._id, second._id] });
  const gone = await admin.do(brandRoutes.list, { body: { search: group } });
  const rows = await rowsOf(done);
  const undone = await undo(done);
  const restored = await admin.do(brandRoutes.list, { body: { search: group } });

  expect(gone.totalRecords).toBe(0);
  expect(rows.map(({ name }) => name)).toEqual([`${group} One`, `${group} Two`]);
  expect(undone.counts).toMatchObject({ undone: 2, kept: 0 });
  expect(restored.records.map(({ _id }) => _id).sort()).toEqual([first._id, second._id].sort());
});

test('marks lots down as suggested or by a percentage, from the list of lots too', async () => {
  const store = await addOrderLocation(shop);
  const expiresOn = await dayAt(shop, store, 1);
  const addLot = async (expires: string | null) => {
    const subProductId = await addGoods(shop, store, { stock: 0, price: 1000 });
    const body = { locationId: store, subProductId, quantity: 10, costPrice: 300 };
    const lot = await admin.do(inventoryRoutes.create, {
      body: { ...body, ...(expires && { expiresOn: expires }) },
    });
    return lot._id;
  };
  const [expiring, second, lasting] = [await addLot(expiresOn), await addLot(expiresOn), await addLot(null)];
  const { markDownExpiring, markDownLots } = expiryActions;

  const suggested = await run(markDownExpiring, { ids: [expiring] }, { input: { percent: null } });
  const chosen = await run(markDownLots, { filters: { locationId: store } }, { input: { percent: 25 } });

  expect(suggested.counts).toMatchObject({ changed: 1 });
  expect(chosen).toMatchObject({ counts: { changed: 1, same: 1, refused: 1 } });
  const { records } = await admin.do(expiryRoutes.lots, { body: { filters: { locationId: store } } });
  expect(records.find(({ _id }) => _id === second)?.markDown?.price).toBe(750);
  const outcomes = await rowsOf(chosen);
  expect(outcomes.find(({ recordId }) => recordId === lasting)).toMatchObject({
    outcome: 'refused',
    reason: 'Has no expiration date',
  });
});
