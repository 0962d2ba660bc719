import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { assistantDraftRoutes } from '@aisle/contract/system/assistant-drafts';
import { auditRoutes } from '@aisle/contract/system/audit';
import { expect, test } from 'vitest';
import { connectAssistant } from '../../../test/assistant-builders.ts';
import { addOrderLocation, decide, openStore, viewOrder } from '../../../test/order-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { type Person, refusal } from '../../../test/shop.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { prune } from '../jobs/periodic.queries.ts';

const { shop, manager, location, goods } = await openStore({ goods: { price: 1000 } });
const assistant = await shop.withKey({
  name: 'Assistant',
  permissions: ['order_edit', 'cancel_order', 'support_reply', 'support_view'],
});
const list = async (person: Person) =>
  (await person.do(assistantDraftRoutes.list, { body: { filters: { status: 'open' } } })).records;
const approve = (person: Person, { _id: id, seen }: { _id: string; seen: string }) =>
  person.call(assistantDraftRoutes.approve, { params: { id }, body: { seen } });

/** A draft of a refund of the first line, by the assistant. */
async function draftRefund(key = assistant) {
  const order = await deliver(manager, location, goods);
  const { call } = await connectAssistant(shop, key);
  const line = order.lines[0]!;
  const given = { id: order._id, lines: [{ lineId: line._id, amount: 500 }], reason: 'Broken on arrival' };
  const answer = await call('refund_order', given);
  const id = (answer.data.draft as { _id: string })._id;
  return { order, answer, given, draft: (await list(manager)).find(({ _id }) => _id === id)! };
}
const refundsOf = async (orderId: string) => (await viewOrder(manager, orderId)).refunds;

test('leaves a refund for a person, who approves it with their own permissions', async () => {
  const { order, answer, draft } = await draftRefund();
  expect(answer.data).toMatchObject({ state: 'draft', draft: { link: 'http://localhost:4000/drafts' } });
  expect(answer.text).toContain('Nothing was changed.');
  expect(draft).toMatchObject({
    tool: 'refund_order',
    title: 'Refund an order',
    location: { _id: location },
    createdBy: 'Assistant',
    status: 'open',
  });
  expect(draft.preview).toContain(`Refund $5.00 for order ${order.number} of Grace Shopper`);
  expect(await refundsOf(order._id)).toEqual([]);

  const { data } = await approve(manager, draft);
  expect(data).toMatchObject({
    status: 'approved',
    decidedBy: 'Ada Tester',
    result: 'Refund of $5.00: Refund started.',
  });
  expect(await refundsOf(order._id)).toMatchObject([{ amount: 500 }]);
  expect(refusal(await approve(manager, draft))).toEqual([409, 'drafts.over']);
  expect(await refundsOf(order._id)).toHaveLength(1);
  const { records } = await manager.do(auditRoutes.list, {
    body: { filters: { resource: 'assistantDrafts', recordId: draft._id } },
  });
  expect(records.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['approve', 'Ada Tester'],
    ['create', 'Assistant'],
  ]);
});

test('shows a draft only to people who can call its route at its location', async () => {
  const { draft } = await draftRefund();
  const elsewhere = await addOrderLocation(shop);
  const [clerk, viewer, stranger] = [
    await shop.signIn({ permissions: ['cancel_order', 'order_edit'], locations: [location] }),
    await shop.signIn({ permissions: ['order_view'] }),
    await shop.signIn({ permissions: ['cancel_order', 'order_edit'], locations: [elsewhere] }),
  ];
  expect((await list(clerk)).map(({ _id }) => _id)).toContain(draft._id);
  for (const person of [viewer, stranger]) {
    expect(await list(person)).toEqual([]);
    expect((await approve(person, draft)).status).toBe(404);
    const discarded = await person.call(assistantDraftRoutes.discard, { params: { id: draft._id } });
    expect(discarded.status).toBe(404);
  }
  expect((await approve(clerk, draft)).status).toBe(200);
});

test('is closed to API keys', async () => {
  const { draft } = await draftRefund();
  const strong = await shop.withKey({ permissions: ['cancel_order', 'order_edit'], mayMoveMoney: true });
  for (const key of [assistant, strong]) {
    expect(refusal(await approve(key, draft))).toEqual([403, 'not-allowed']);
    expect(refusal(await key.call(assistantDraftRoutes.list, { body: {} }))).toEqual([403, 'not-allowed']);
  }
});

test('asks for the password where the route of the draft asks', async () => {
  await decide(shop, { refundConfirmAbove: 100 });
  const agent = await shop.signIn();
  await shop.sql`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = ${agent.userId}`;
  const { order, draft } = await draftRefund();
  expect(refusal(await approve(agent, draft))).toEqual([403, 'reauth-required']);
  expect(await refundsOf(order._id)).toEqual([]);
  expect((await approve(manager, draft)).status).toBe(200);
  await decide(shop, { refundConfirmAbove: 100_000 });
});

test('answers a new preview if the order changed, and approves that', async () => {
  const { order, draft } = await draftRefund();
  await manager.do(refundRoutes.create, {
    params: { id: order._id },
    body: { lines: [{ lineId: order.lines[0]!._id, amount: 100 }], reason: 'Late' },
  });
  const stale = await approve(manager, draft);
  expect(refusal(stale)).toEqual([409, 'version-stale']);
  const { preview, seen } = stale.body.data as { preview: string; seen: string };
  expect(preview).toContain('Refund $5.00');
  expect((await approve(manager, { ...draft, seen })).status).toBe(200);
  expect(await refundsOf(order._id)).toHaveLength(2);
});

test('refuses approval after seven days, and deletes old drafts', async () => {
  const { draft, order } = await draftRefund();
  await shop.sql`UPDATE assistant_drafts SET created_at = created_at - interval '7 days',
    expires_at = expires_at - interval '7 days' WHERE id = ${draft._id}`;
  const late = await approve(manager, draft);
  expect(refusal(late)).toEqual([409, 'drafts.over']);
  expect(late.message).toBe('This draft was expired');
  expect(await refundsOf(order._id)).toEqual([]);

  await shop.sql`UPDATE assistant_drafts SET created_at = now() - interval '31 days' WHERE id = ${draft._id}`;
  await shop.look(prune);
  expect((await approve(manager, draft)).status).toBe(404);
});

test('discards a draft', async () => {
  const { draft } = await draftRefund();
  const discarded = await manager.do(assistantDraftRoutes.discard, { params: { id: draft._id } });
  expect(discarded).toMatchObject({ status: 'discarded', decidedBy: 'Ada Tester' });
  expect(refusal(await approve(manager, draft))).toEqual([409, 'drafts.over']);
});

test('finds drafts by the words of their preview', async () => {
  const { draft, order } = await draftRefund();
  const find = async (search: string) =>
    (await manager.do(assistantDraftRoutes.list, { body: { search } })).records.map(({ _id }) => _id);
  expect(await find(`${order.number} shopper`)).toEqual([draft._id]);
  expect(await find('nothing like this')).toEqual([]);
});

test('keeps one draft of the same change', async () => {
  const { draft, given } = await draftRefund();
  const { call } = await connectAssistant(shop, assistant);
  const again = await call('refund_order', given);
  expect((again.data.draft as { _id: string })._id).toBe(draft._id);
});

test('moves money at once with a key that may, after a confirmation', async () => {
  const strong = await shop.withKey({ permissions: ['cancel_order', 'order_edit'], mayMoveMoney: true });
  const order = await deliver(manager, location, goods);
  const { call } = await connectAssistant(shop, strong);
  const given = { id: order._id, lines: [{ lineId: order.lines[0]!._id, amount: 500 }], reason: 'Broken' };
  const { data } = await call('refund_order', given);
  expect(data.state).toBe('preview');
  const done = await call('refund_order', { ...given, confirmation: data.confirmation });
  expect(done.data).toMatchObject({ state: 'done', result: { amount: 500 } });
});

test('always leaves a reply to a ticket for a person', async () => {
  const ticket = await addTicket(manager, { subject: 'Broken eggs', message: 'Half were broken' });
  const { call } = await connectAssistant(shop, assistant);
  const { data } = await call('draft_ticket_reply', {
    id: ticket._id,
    text: 'We are sorry. We refund them.',
  });
  expect(data.state).toBe('draft');
  const draft = (await list(manager)).find(({ tool }) => tool === 'draft_ticket_reply')!;
  expect(draft.preview).toContain('We are sorry. We refund them.');
  expect((await approve(manager, draft)).data.result).toMatch(/^The reply to H-\d+ was sent/);
});
