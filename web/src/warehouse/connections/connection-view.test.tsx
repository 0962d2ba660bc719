import { type ConnectionView, connectionRoutes } from '@aisle/contract/warehouse/connections';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId, pageOf, stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyRequest, serve } from '../../../test/server.ts';
import { ConnectionList } from './connection-list.tsx';
import { lagText } from './connection-status.tsx';
import { ConnectionScreen } from './connection-view.tsx';

const connectionOf = (more: Partial<ConnectionView> = {}): ConnectionView => ({
  _id: newId(),
  kind: 'apiKey',
  name: 'POS Downtown',
  status: true,
  lastSeenAt: stored.updatedAt,
  lagSeconds: 90,
  today: 12,
  topics: ['stock', 'price'],
  refused: 0,
  lost: 0,
  silentAfterMinutes: null,
  isSilent: false,
  createdAt: stored.createdAt,
  version: 1,
  keys: [{ _id: newId(), name: 'POS key', prefix: 'aisle_ab', isActive: true }],
  webhookId: null,
  days: [],
  precedence: [],
  refusals: [],
  losses: [],
  ...more,
});
const refusal: ConnectionView['refusals'][number] = {
  _id: newId(),
  name: 'prices',
  row: { sku: 'EGGS-12', price: -1 },
  code: 'validation-failed',
  message: 'Enter a price above 0',
  fields: [],
  at: stored.updatedAt,
};

async function opened(more: Partial<ConnectionView> = {}) {
  const connection = connectionOf(more);
  serve(connectionRoutes.view, connection);
  const shown = await show(<ConnectionScreen />, {
    at: `/connections/${connection._id}`,
    page: '/connections/$id',
    permissions: ['access_setting'],
  });
  await screen.findByRole('heading', { name: connection.name });
  return { ...shown, connection };
}

test('lists connections with their lag and what needs attention', async () => {
  serve(
    connectionRoutes.list,
    pageOf(connectionOf(), connectionOf({ name: 'ERP', isSilent: true, refused: 3 })),
  );
  await show(<ConnectionList />, { at: '/connections', permissions: ['access_setting'] });

  const row = await screen.findByRole('row', { name: /POS Downtown/ });
  expect(row.textContent).toContain('2 min');
  expect(screen.getByRole('row', { name: /ERP/ }).textContent).toContain('Silent');
});

test('sends a refused row again', async () => {
  const sent = serve(connectionRoutes.rerun, {
    results: [{ rowId: refusal._id, state: 'accepted', message: null }],
    accepted: 1,
    refused: 0,
  });
  const { user } = await opened({ refused: 1, refusals: [refusal] });

  expect(screen.getByText('Enter a price above 0')).toBeTruthy();
  await user.press('Send again');

  expect((await onlyRequest(sent)).body).toEqual({ rowIds: [refusal._id] });
});

test('does not send rows again without an active key', async () => {
  const keys = [{ _id: newId(), name: 'Old key', prefix: 'aisle_ab', isActive: false }];
  await opened({ refused: 1, refusals: [refusal], keys });

  expect(screen.getByRole('button', { name: 'Send again' }).hasAttribute('disabled')).toBe(true);
});

test('turns a connection off after a confirmation', async () => {
  const switched = serve(connectionRoutes.updateStatus, connectionOf({ status: false }));
  const { user } = await opened();

  await user.press('Turn off');
  expect((await screen.findByRole('dialog')).textContent).toContain('Its calls are rejected');
  const buttons = screen.getAllByRole('button', { name: 'Turn off' });
  await user.click(buttons.at(-1)!);

  expect((await onlyRequest(switched)).body).toEqual({ status: false });
});

test('saves which value wins', async () => {
  const saved = serve(connectionRoutes.edit, connectionOf({ version: 2 }));
  const { user } = await opened();

  await user.press('Edit');
  await user.click(await screen.findByRole('combobox', { name: 'Products: Name' }));
  await user.click(await screen.findByRole('option', { name: 'Aisle' }));
  await user.press('Save changes');

  expect((await onlyRequest(saved)).body).toEqual({
    precedence: [{ name: 'products', field: 'name', by: 'aisle' }],
    version: 1,
  });
});

test('names a lag in the largest fitting unit', () => {
  expect([null, 2, 45, 90, 7200, 200_000].map(lagText)).toEqual([
    '–',
    'None',
    '45 s',
    '2 min',
    '2 h',
    '2 days',
  ]);
});
