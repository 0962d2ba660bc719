import type { BodyInputOf } from '@aisle/contract/core/route';
import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageRoutes } from '@aisle/contract/service/messages';
import { expect, test } from 'vitest';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, refusal, refusedField } from '../../../test/shop.ts';

const { list, get, create, edit, remove } = messageDraftRoutes;
const shop = await openShop();
const marketer = await shop.signIn();

type Draft = BodyInputOf<typeof create>;
const unfinished = (parts: Partial<Draft> = {}): Draft => ({
  kind: 'draft',
  name: 'Spring',
  channel: 'email',
  subject: 'Hello {{customer.fir',
  body: '',
  buttonLabel: 'See the offers',
  buttonUrl: 'https:/',
  audience: { city: 'Austin', orderedInDays: 30 },
  ...parts,
});

test('keeps an unfinished message as it is', async () => {
  // Responses leave out zeros at the end of a second.
  const sendAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_123).toISOString();
  const { _id } = await marketer.do(create, { body: unfinished({ sendAt }) });

  expect(await marketer.do(get, { params: { id: _id } })).toMatchObject({
    ...unfinished({ sendAt }),
    savedBy: 'Ada Tester',
    version: 1,
  });
});

test('lists drafts and templates apart', async () => {
  const template = await marketer.do(create, {
    body: unfinished({ kind: 'template', name: 'Weekly offers', audience: {} }),
  });

  const { records } = await marketer.do(list, { body: { filters: { kind: 'template' } } });
  expect(records.map(({ _id }) => _id)).toEqual([template._id]);
  const found = await marketer.do(list, { body: { search: 'weekly', filters: { kind: 'draft' } } });
  expect(found.records).toEqual([]);
});

test('rejects a template with an audience or a time', async () => {
  const template = unfinished({ kind: 'template' });
  expect(refusedField(await marketer.call(create, { body: template }))).toEqual([400, 'audience']);
  const { _id } = await marketer.do(create, { body: { ...template, audience: {} } });

  const audience = { city: 'Austin' };
  const late = await marketer.call(edit, { params: { id: _id }, body: { audience, version: 1 } });
  expect(refusedField(late)).toEqual([400, 'audience']);
});

test('rejects an edit of an older version with the current draft', async () => {
  const { _id } = await marketer.do(create, { body: unfinished() });
  const rename = (name: string, version: number) =>
    marketer.call(edit, { params: { id: _id }, body: { name, sendAt: null, version } });
  expect((await rename('Summer', 1)).data).toMatchObject({ name: 'Summer', version: 2 });

  const late = await rename('Autumn', 1);
  expect(refusal(late)).toEqual([409, 'version-stale']);
  expect(late.data).toMatchObject({ name: 'Summer', version: 2 });
});

test('sends a draft once', async () => {
  const { _id: draftId } = await marketer.do(create, { body: unfinished() });
  const send = () =>
    marketer.call(messageRoutes.send, {
      body: { name: 'Spring', audience: {}, channel: 'email', subject: 'Hi', body: 'Hi', draftId },
    });

  const dryRun = { name: 'Spring', audience: {}, channel: 'email', subject: 'Hi', body: 'Hi' } as const;
  await marketer.do(messageRoutes.send, { body: { ...dryRun, dryRun: true, draftId } });
  expect((await marketer.call(get, { params: { id: draftId } })).status).toBe(200);

  expect((await send()).status).toBe(200);
  expect((await marketer.call(get, { params: { id: draftId } })).status).toBe(404);
  expect(refusal(await send())).toEqual([409, 'messages.draft-gone']);
});

test('deletes a draft', async () => {
  const { _id } = await marketer.do(create, { body: unfinished() });

  await marketer.do(remove, { params: { id: _id } });

  expect((await marketer.call(get, { params: { id: _id } })).status).toBe(404);
});

test('shows store users the drafts of their own locations only', async () => {
  const [ours, theirs] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const clerk = await shop.signIn({ permissions: ['customer_list'], locations: [ours] });
  const other = await shop.signIn({ permissions: ['customer_list'], locations: [theirs] });
  const wide = await marketer.do(create, { body: unfinished() });
  const own = await clerk.do(create, { body: unfinished({ name: 'Ours' }) });

  expect((await clerk.do(list)).records.map(({ _id }) => _id)).toEqual([own._id]);
  expect((await other.do(list)).records).toEqual([]);
  for (const id of [wide._id, own._id]) {
    expect((await other.call(get, { params: { id } })).status).toBe(404);
    expect((await other.call(remove, { params: { id } })).status).toBe(404);
    expect((await other.call(edit, { params: { id }, body: { name: 'X', version: 1 } })).status).toBe(404);
  }
});
