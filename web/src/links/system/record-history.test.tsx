import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Permission } from '@aisle/contract/permissions';
import { type AuditEntry, auditRoutes, histories } from '@aisle/contract/system/audit';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, newId, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { HistoryButton } from './record-history.tsx';

const entryOf = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: newId(),
  at: '2026-11-20T10:00:00.000Z',
  userId: idOf(9),
  actorName: 'Nora Ellis',
  action: 'edit',
  resource: 'brands',
  recordId: idOf(5),
  locationId: null,
  before: { name: 'Oatly', version: 1 },
  after: { name: 'Oatly AB', version: 2 },
  ...more,
});
const opened = (permissions: Permission[]) =>
  show(<HistoryButton resource="brands" id={idOf(5)} name="Oatly AB" />, {
    at: '/brand',
    permissions,
  });

/** Records that show their history in a separate part. */
const withSeparateHistory = ['customers', 'locationRates', 'products'];

test('is available on a screen for every resource with a history', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const texts = globSync('**/*.tsx', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
  const offered = (resource: string) =>
    texts.some(
      (text) =>
        (text.includes('<HistoryButton') && text.includes(`resource="${resource}"`)) ||
        (text.includes('useRowHistory') && text.includes(`('${resource}'`)),
    );

  expect(
    Object.keys(histories).filter((name) => !offered(name) && !withSeparateHistory.includes(name)),
  ).toEqual([]);
});

test('shows who changed a record, with the values before and after', async () => {
  const requests = serve(
    auditRoutes.history,
    pageOf(entryOf(), entryOf({ action: 'create', before: null, after: { name: 'Oatly' } })),
  );
  const { user } = await opened(['brand_list']);

  await user.press('History');
  const drawer = await screen.findByRole('dialog', { name: 'History of Oatly AB' });

  expect(await within(drawer).findByText('edited brand Oatly AB', { exact: false })).toBeTruthy();
  expect(within(drawer).getByText('added brand Oatly AB', { exact: false })).toBeTruthy();
  expect(drawer.textContent).toContain('Oatly became Oatly AB');
  expect(requests[0]?.params).toEqual(['brands', idOf(5)]);
});

test("hides the history from users who can't view the record", async () => {
  await opened([]);

  expect(screen.queryByRole('button', { name: 'History' })).toBeNull();
});

test('shows an error, and a message if there are no changes', async () => {
  serve(auditRoutes.history, refusal(503, 'unavailable', 'Aisle is restarting. Try again in a moment'));
  const { user } = await opened(['brand_list']);
  await user.press('History');
  expect(await screen.findByText(/Aisle is restarting/)).toBeTruthy();

  serve(auditRoutes.history, pageOf<AuditEntry>());
  await user.press(/again/i);

  expect(await screen.findByText('No changes yet.')).toBeTruthy();
});
