import { type ApiKey, apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId, stored } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { ApiKeyScreen } from './key-view.tsx';

const key: ApiKey = {
  _id: newId(),
  name: 'Till',
  prefix: 'ak_1a2b',
  scopes: [],
  connectionId: newId(),
  permissions: ['brand_list'],
  locationIds: [newId()],
  locations: [{ _id: newId(), name: 'Downtown' }],
  mayMoveMoney: false,
  allowedAddresses: [],
  limitPerMinute: 600,
  oldSecretUntil: null,
  version: 3,
  createdBy: 'Nora Ellis',
  createdAt: stored.createdAt,
  lastUsedAt: null,
  expiresAt: '2100-01-01T00:00:00.000Z',
  revokedAt: null,
  makerLeftAt: null,
};
const day = new Date().toISOString().slice(0, 10);
const route = 'POST /brand/list';
const error = {
  at: stored.createdAt,
  route,
  status: 400,
  code: 'validation-failed',
  fields: ['page'],
  requestId: 'r',
};
serve(apiKeyRoutes.view, key);
serve(apiKeyRoutes.usage, { calls: [{ day, route, calls: 1204, errors: 1 }], errors: [error] });
const showKey = () =>
  show(<ApiKeyScreen />, {
    at: `/settings/api-keys/${key._id}`,
    page: '/settings/api-keys/$id',
    permissions: ['access_setting', 'brand_list', 'category_list'],
  });

test('shows rights, calls by route and errors', async () => {
  await showKey();

  const calls = await screen.findByRole('table', { name: 'Calls by route' });
  expect(within(calls).getByRole('row', { name: /brand.list/ }).textContent).toContain('1,204');
  expect(screen.getByRole('table', { name: 'Last errors' }).textContent).toContain(
    'validation-failed (page)',
  );
  expect(screen.getByText('Downtown')).toBeTruthy();
  expect(screen.getByText('View the list of brands')).toBeTruthy();
});

test('creates a new secret after confirmation, and shows it once', async () => {
  const rotated = serve(apiKeyRoutes.rotate, { ...key, key: 'ak_new_secret' });
  const { user } = await showKey();

  await user.press('New secret');
  const question = await screen.findByRole('dialog', { name: 'Create a new secret for Till?' });
  expect(question.textContent).toContain('24 more hours');
  expect(rotated).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Create new secret' }));

  expect(await screen.findByDisplayValue('ak_new_secret')).toBeTruthy();
});

test('sends only changed rights of a key, with its version', async () => {
  const edited = serve(apiKeyRoutes.edit, { ...key, mayMoveMoney: true });
  const { user } = await showKey();

  await user.press('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Edit API key' });
  await user.click(within(dialog).getByRole('switch', { name: /Can move money/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));

  await waitFor(() => expect(edited).toMatchObject([{ body: { mayMoveMoney: true, version: 3 } }]));
  expect(Object.keys((edited[0] as { body: object }).body).sort()).toEqual(['mayMoveMoney', 'version']);
});
