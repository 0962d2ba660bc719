import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { Settings } from '../settings.tsx';
// Imported eagerly, because lazy loading may take longer than the test waits.
import './canned-reply-dialog.tsx';

const saved = { ...defaultSettings, version: 4, updatedAt: '2026-11-20T10:00:00.000Z' };
async function openTab() {
  serve(settingsRoutes.get, saved);
  const updates = serve(settingsRoutes.update, { ...saved, version: 5 });
  const view = await show(<Settings />, {
    at: '/settings?tab=support',
    page: '/settings',
    permissions: ['access_setting'],
  });
  await screen.findByText('Support hours');
  const support = () => (updates[0]?.body as { support: typeof saved.support } | undefined)?.support;
  return { ...view, support };
}

test('accepts a target in hours and minutes, and saves minutes', async () => {
  const { user, support } = await openTab();
  const target = screen.getByRole('textbox', { name: 'First response, urgent priority' });
  expect(target).toHaveProperty('value', '1 h');

  await user.retype(target, '30 min');
  await user.press('Save changes');

  await waitFor(() => expect(support()?.targets.urgent.firstResponseMinutes).toBe(30));
});

test('adds hours and categories, and keeps the key of a renamed category', async () => {
  const { user, support } = await openTab();

  await user.press('Add hours');
  await user.press('Add category');
  await user.type(screen.getByRole('textbox', { name: 'Categories, category 7' }), 'Allergies');
  await user.retype('Categories, category 1', 'Orders');
  await user.press('Save changes');

  await waitFor(() => expect(support()?.hours).toHaveLength(6));
  expect(support()?.hours[5]).toEqual({ day: 6, from: '08:00', to: '18:00' });
  expect(support()?.categories[0]).toEqual({ key: 'order', name: 'Orders' });
  expect(support()?.categories[6]?.name).toBe('Allergies');
});

test('edits a canned reply with fields, preview and actions', async () => {
  const { user, support } = await openTab();
  expect(screen.getByText('No canned replies yet.')).toBeTruthy();

  await user.press('Add canned reply');
  const dialog = within(await screen.findByRole('dialog', { name: 'New canned reply' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Sorry');
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'Hi ');
  await user.choose(/Insert field/, "Customer's first name");
  expect(await dialog.findByText('Hi Ada')).toBeTruthy();
  await user.select('Status after sending', 'Pending');
  await user.click(dialog.getByRole('button', { name: 'Add canned reply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.press('Save changes');

  await waitFor(() =>
    expect(support()?.cannedReplies).toMatchObject([
      { name: 'Sorry', text: 'Hi {{customer.firstName}}', status: 'pending' },
    ]),
  );
});

test('shows an unknown field of a canned reply at its text', async () => {
  const { user } = await openTab();

  await user.press('Add canned reply');
  const dialog = within(await screen.findByRole('dialog', { name: 'New canned reply' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Sorry');
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'Hi {{{{customer.nickname}}');
  await user.click(dialog.getByRole('button', { name: 'Add canned reply' }));

  expect(await dialog.findByText('There is no field {{customer.nickname}}')).toBeTruthy();
});
