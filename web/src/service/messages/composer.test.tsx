import { messageRoutes } from '@aisle/contract/service/messages';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { Composer } from './composer.tsx';

const example = {
  customerId: '0190a000-0000-7000-8000-000000000001',
  name: 'Ada Byron',
  to: 'ada@shoppers.example',
  subject: 'Hello Ada',
  body: 'Dear Ada',
};
const found = {
  count: 2,
  leftOut: [{ reason: 'no-consent' as const, count: 7 }],
  examples: [example, { ...example, name: 'Grace Hill', subject: 'Hello Grace' }],
};
serve(messageRoutes.channels, { channels: ['email'], confirmAbove: 500, perMinute: 600 });
const counted = serve(messageRoutes.preview, found);
const sent = serve(messageRoutes.send, { ...found, _id: example.customerId });
async function opened() {
  const shown = await show(<Composer />, {
    at: '/messages',
    page: '/messages',
    permissions: ['customer_list'],
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
