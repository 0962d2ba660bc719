import { type ApiKey, apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId, pageOf, stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { defaultExpiry } from '../../links/system/key-expiry.ts';
import { ApiKeys } from './api-keys.tsx';

const keyOf = (more: Partial<ApiKey> = {}): ApiKey => ({
  _id: newId(),
  name: 'Storefront',
  prefix: 'ak_1a2b',
  scopes: ['orders'],
  connectionId: newId(),
  permissions: [],
  locationIds: null,
  locations: null,
  mayMoveMoney: false,
  allowedAddresses: [],
  limitPerMinute: 600,
  oldSecretUntil: null,
  version: 1,
  createdBy: 'Nora Ellis',
  createdAt: stored.createdAt,
  lastUsedAt: null,
  expiresAt: '2100-01-01T00:00:00.000Z',
  revokedAt: null,
  makerLeftAt: null,
  ...more,
});
const storefront = keyOf();
serve(
  apiKeyRoutes.list,
  pageOf(storefront, keyOf({ name: 'Old till', revokedAt: stored.updatedAt, lastUsedAt: stored.updatedAt })),
);
const showKeys = () => show(<ApiKeys />, { at: '/settings', permissions: ['access_setting'] });

test('lists keys with scopes and creators, and hides the button of revoked ones', async () => {
  await showKeys();

  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Quote and place orders');
  expect(first?.textContent).toContain('by Nora Ellis');
  expect(first?.textContent).toContain('never used');
  expect(within(second!).getByText('Revoked')).toBeTruthy();
  expect(within(second!).queryByRole('button', { name: /Revoke/ })).toBeNull();
});

test('creates a key with name and scopes, and shows it once', async () => {
  const made = serve(apiKeyRoutes.create, { ...keyOf({ name: 'Till' }), key: 'ak_secret_123' });
  const { user } = await showKeys();

  await user.press('New API key');
  const dialog = await screen.findByRole('dialog', { name: 'New API key' });
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));
  expect(await within(dialog).findByText('Name is required')).toBeTruthy();
  expect(within(dialog).getByText('Choose at least one scope or permission')).toBeTruthy();
  expect(made).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Till');
  await user.click(within(dialog).getByRole('checkbox', { name: /Read the catalog/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));

  expect(await screen.findByRole('dialog', { name: 'Copy the key for Till now' })).toBeTruthy();
  expect(screen.getByDisplayValue('ak_secret_123')).toBeTruthy();
  expect(made).toMatchObject([{ body: { name: 'Till', scopes: ['catalogue'], expiresAt: defaultExpiry() } }]);
});

test('shows a rejected field of a new key', async () => {
  const fields = [{ path: 'allowedAddresses.0', message: 'Enter a range' }];
  serve(apiKeyRoutes.create, refusal(400, 'validation-failed', 'Enter a range', { fields }));
  const { user } = await showKeys();

  await user.press('New API key');
  const dialog = await screen.findByRole('dialog', { name: 'New API key' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Storefront');
  await user.click(within(dialog).getByRole('checkbox', { name: /Quote and place orders/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));

  expect(await within(dialog).findByText('Enter a range')).toBeTruthy();
});

test('creates a key with permissions, which include those that they depend on', async () => {
  const made = serve(apiKeyRoutes.create, { ...keyOf({ name: 'Till' }), key: 'ak_secret_123' });
  const permissions = ['access_setting', 'brand_list', 'brand_view', 'brand_edit'] as const;
  const { user } = await show(<ApiKeys />, { at: '/settings', permissions: [...permissions] });

  await user.press('New API key');
  const dialog = await screen.findByRole('dialog', { name: 'New API key' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Till');
  await user.type(within(dialog).getByPlaceholderText('Filter'), 'Edit brands');
  await user.click(await within(dialog).findByText('Edit brands'));
  expect(within(dialog).getByText('3 granted')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));

  await waitFor(() => expect(made).toHaveLength(1));
  expect(made).toMatchObject([
    {
      body: {
        permissions: expect.arrayContaining(['brand_edit', 'brand_view', 'brand_list']),
        locationIds: null,
      },
    },
  ]);
});

test('revokes a key only after confirmation', async () => {
  const revoked = serve(apiKeyRoutes.revoke, storefront);
  const { user } = await showKeys();

  await user.press('Revoke');
  const question = await screen.findByRole('dialog', { name: 'Revoke Storefront?' });
  expect(question.textContent).toContain("This can't be undone.");
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));

  await waitFor(() => expect(revoked).toMatchObject([{ params: [storefront._id] }]));
});

test('keeps or takes over a key whose creator left, and hides the buttons of an expired one', async () => {
  const left = keyOf({ name: 'Till', createdBy: 'Kim Hale', makerLeftAt: stored.updatedAt });
  serve(apiKeyRoutes.list, pageOf(left, keyOf({ name: 'Old shop', expiresAt: '2020-01-01T00:00:00.000Z' })));
  const kept = serve(apiKeyRoutes.keep, left);
  const taken = serve(apiKeyRoutes.takeOver, left);
  const { user } = await showKeys();

  const item = (await screen.findByText('Till')).closest('li')!;
  expect(within(item).getByText('Kim Hale left or lost a permission it needs')).toBeTruthy();
  await user.click(within(item).getByRole('button', { name: 'Keep API key Till' }));
  await waitFor(() => expect(kept).toMatchObject([{ params: [left._id] }]));
  await user.click(within(item).getByRole('button', { name: 'Take over API key Till' }));
  await waitFor(() => expect(taken).toMatchObject([{ params: [left._id] }]));
  const old = screen.getByText('Old shop').closest('li')!;
  expect(old.textContent).toContain('Expired');
  expect(within(old).queryByRole('button', { name: /Revoke|Keep/ })).toBeNull();
});

test('explains API keys if there are none', async () => {
  serve(apiKeyRoutes.list, { records: [], totalRecords: 0 });
  await showKeys();

  expect(await screen.findByText('No API keys yet. Create one to connect your storefront.')).toBeTruthy();
});
