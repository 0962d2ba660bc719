import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageRoutes } from '@aisle/contract/service/messages';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { Composer } from './composer.tsx';

const example = {
  customerId: '0190a000-0000-7000-8000-000000000001',
  name: 'Ada Byron',
  to: 'ada@shoppers.example',
  subject: 'Hello Ada',
  body: 'Dear Ada',
  parts: {
    text: 'Dear Ada',
    button: null,
    color: '#0F766E',
    footer: ['Unsubscribe: https://shop.example/unsubscribe/…'],
  },
};
const found = {
  count: 2,
  leftOut: [{ reason: 'no-consent' as const, count: 7 }],
  examples: [example, { ...example, name: 'Grace Hill', subject: 'Hello Grace' }],
};
serve(messageRoutes.channels, { channels: ['email'], confirmAbove: 500, perMinute: 600 });
const counted = serve(messageRoutes.preview, found);
const sent = serve(messageRoutes.send, { ...found, _id: example.customerId });
serve(messageDraftRoutes.list, pageOf());
async function opened(search = '') {
  const shown = await show(<Composer />, {
    at: `/messages/new${search}`,
    page: '/messages/new',
    permissions: ['customer_list', 'customer_edit'],
  });
  await screen.findByRole('textbox', { name: 'Subject' });
  const write = async () => {
    await shown.user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Spring');
    await shown.user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Hello ');
    await shown.user.type(screen.getByRole('textbox', { name: 'Text' }), 'Come back');
  };
  return { ...shown, write };
}

test('updates count, exclusions and preview while typing', async () => {
  const { write, user } = await opened();
  await user.choose('Add condition', 'City');
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Austin');
  await write();

  await waitFor(() =>
    expect(counted.at(-1)!.body).toMatchObject({ audience: { city: 'Austin' }, body: 'Come back' }),
  );
  expect(screen.getByText('No consent to marketing').textContent).toContain('7');
  await screen.findByText('Hello Ada');
  await user.press('Next example');
  expect(screen.getByText('Hello Grace')).toBeTruthy();
});

test('inserts a field at the cursor and rejects an unknown one at its input', async () => {
  const { write, user } = await opened();
  await write();
  await user.choose('Insert field into subject', 'First name');
  const subject = screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' });
  expect(subject.value).toBe('Hello {{customer.firstName}}');

  await user.retype(subject, 'Hello {{{{customer.name}}');
  await user.press('Send message');

  await screen.findByText("{{customer.name}} isn't a field. Choose one from the list");
  expect(sent).toEqual([]);
});

test('sends a message after confirming the number of recipients', async () => {
  const { write, user } = await opened();
  await write();
  await screen.findByText('Hello Ada');

  await user.press('Send message');
  const dialog = await screen.findByRole('dialog', { name: /Send “Spring” to 2 people/ });
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Send message' }));

  expect(await onlyBody(sent)).toEqual({
    name: 'Spring',
    channel: 'email',
    subject: 'Hello',
    body: 'Come back',
    audience: {},
    button: null,
  });
});

test('recounts recipients for the confirmation', async () => {
  let isSubmitting = false;
  serve(messageRoutes.preview, () => ({ ...found, count: isSubmitting ? 41 : 2 }));
  const { write, user } = await opened();
  await write();
  await screen.findByText('Hello Ada');

  isSubmitting = true;
  await user.press('Send message');

  expect(await screen.findByRole('dialog', { name: /Send “Spring” to 41 people/ })).toBeTruthy();
});

test('keeps a message unsaved if sending is cancelled', async () => {
  const { write, user, go } = await opened();
  await write();
  await screen.findByText('Hello Ada');
  await user.press('Send message');
  const dialog = await screen.findByRole('dialog', { name: /Send “Spring”/ });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  act(() => void go('/dashboard'));

  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  expect(sent).toEqual([]);
});

test('shows a past time at its field', async () => {
  serve(
    messageRoutes.send,
    refusal(400, 'validation-failed', 'Check the highlighted fields', {
      fields: [{ path: 'sendAt', message: 'Choose a time in the future' }],
    }),
  );
  const { write, user } = await opened();
  await write();
  await user.click(screen.getByRole('radio', { name: 'Send later' }));
  await user.type(screen.getByLabelText(/^Date and time/), '2020-01-01T10:00');

  await user.press('Schedule message');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Schedule message' }),
  );

  await screen.findByText('Choose a time in the future');
});

test('shows the reason and keeps the preview while an unknown field is typed', async () => {
  const { write, user } = await opened();
  await write();
  await screen.findByText('Hello Ada');

  await user.type(screen.getByRole('textbox', { name: 'Text' }), ' {{{{customer.nam}}, soon');

  expect(screen.getByText("{{customer.nam}} isn't a field. Choose one from the list")).toBeTruthy();
  await waitFor(() => expect(counted.at(-1)!.body).toMatchObject({ body: 'Come back , soon' }));
  expect(screen.getByText('Hello Ada')).toBeTruthy();
});

test('shows only conditions in use, and removes one', async () => {
  const { user } = await opened();
  expect(screen.queryByRole('textbox', { name: 'City' })).toBeNull();

  await user.choose('Add condition', 'No order for');
  await waitFor(() => expect(counted.at(-1)!.body).toMatchObject({ audience: { notOrderedInDays: 30 } }));
  await user.press('Remove condition: No order for');

  await waitFor(() => expect(counted.at(-1)!.body).toMatchObject({ audience: {} }));
  expect(screen.getByText('No conditions: all customers.')).toBeTruthy();
});

test('saves the conditions as a group and sends to it', async () => {
  serve(customerGroupRoutes.preview, { count: 2, examples: [] });
  const created = serve(customerGroupRoutes.create, {
    _id: example.customerId,
    name: 'Lapsed',
    kind: 'rule',
    rule: { notOrderedInDays: 30 },
    count: 2,
    countedAt: '2026-11-20T10:00:00.000Z',
    usedBy: [],
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    version: 1,
  });
  const { user } = await opened();
  await user.choose('Add condition', 'No order for');

  await user.press('Save as group');
  const form = await screen.findByRole('form', { name: 'New group' });
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Lapsed');
  await user.click(within(form).getByRole('button', { name: 'Create group' }));

  expect(await onlyBody(created)).toEqual({ name: 'Lapsed', kind: 'rule', rule: { notOrderedInDays: 30 } });
  await waitFor(() =>
    expect(counted.at(-1)!.body).toMatchObject({ audience: { groupId: example.customerId } }),
  );
  expect(screen.getByText('No conditions: everyone in the group.')).toBeTruthy();
});

const draft = {
  _id: example.customerId,
  kind: 'draft' as const,
  name: 'Half-written',
  channel: 'email' as const,
  subject: 'Hello {{cust',
  body: '',
  buttonLabel: 'Offers',
  buttonUrl: '',
  audience: {},
  sendAt: null,
  savedBy: 'Ada Stone',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 3,
};
const audienceData = { locations: [], boughtSubProduct: null, boughtCategory: null, plan: null, group: null };

test('saves an unfinished message as a draft and continues in it', async () => {
  const created = serve(messageDraftRoutes.create, draft);
  serve(messageDraftRoutes.get, { ...draft, audienceData });
  const { user, search } = await opened();
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Hello {{{{cust');

  await user.press('Save draft');

  expect(await onlyBody(created)).toMatchObject({
    kind: 'draft',
    name: 'Hello {{cust',
    subject: 'Hello {{cust',
    body: '',
    audience: {},
    sendAt: null,
  });
  await waitFor(() => expect(search()).toEqual({ draft: draft._id }));
});

test('saves changes of a draft with its version, and sends it as the draft', async () => {
  const edited = serve(messageDraftRoutes.edit, { ...draft, subject: 'Hello', version: 4 });
  serve(messageDraftRoutes.get, { ...draft, audienceData });
  const { user } = await opened(`?draft=${draft._id}`);
  await user.retype(screen.getByRole('textbox', { name: 'Subject' }), 'Hello');
  await user.press('Save draft');
  expect(await onlyBody(edited)).toMatchObject({ subject: 'Hello', version: 3, buttonLabel: 'Offers' });

  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Come back');
  await user.type(screen.getByRole('textbox', { name: /Button address/ }), 'https://a.example');
  await user.press('Send message');
  const dialog = await screen.findByRole('dialog', { name: /Send “Half-written” to 2 people/ });
  await user.click(within(dialog).getByRole('button', { name: 'Send message' }));

  expect(await onlyBody(sent)).toMatchObject({
    draftId: draft._id,
    button: { label: 'Offers', url: 'https://a.example' },
  });
});

test('fills in a template after asking', async () => {
  serve(
    messageDraftRoutes.list,
    pageOf({ ...draft, kind: 'template' as const, name: 'Weekly', subject: 'This week', body: 'Offers' }),
  );
  const { write, user } = await opened();
  await write();

  await user.choose('Use template', 'Weekly');
  await user.answer('Use Weekly?', 'Use template');

  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('This week');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Button label/ }).value).toBe('Offers');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Spring');
});

test('rejects a button without https at its field', async () => {
  const { write, user } = await opened();
  await write();
  await user.press('Add button');
  await user.type(screen.getByRole('textbox', { name: /Button label/ }), 'Offers');
  await user.type(screen.getByRole('textbox', { name: /Button address/ }), 'http://a.example');

  await user.press('Send message');

  await screen.findByText('Enter an address that starts with https://');
  expect(sent).toEqual([]);
});
