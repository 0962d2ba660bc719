import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AuditListed, auditRoutes } from '@aisle/contract/system/audit';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, newId, pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { AuditList, auditedResources } from './audit-list.tsx';

const entryOf = (more: Partial<AuditListed> = {}): AuditListed => ({
  _id: newId(),
  at: '2026-11-20T10:00:00.000Z',
  userId: idOf(9),
  actorName: 'Nora Ellis',
  action: 'edit',
  resource: 'brands',
  recordId: idOf(5),
  locationId: null,
  before: { name: 'Oatly' },
  after: { name: 'Oatly AB' },
  recordName: 'Oatly AB',
  recordExists: true,
  locationName: null,
  ...more,
});
const refund = entryOf({
  action: 'refund',
  resource: 'orders',
  recordId: idOf(6),
  recordName: 'O-106064',
  before: { refund: idOf(7), status: 'refundProcessing' },
  after: { refund: idOf(7), status: 'refunded', amount: 1158, refunded: 1158 },
});

const listed = serve(auditRoutes.list, pageOf(refund, entryOf()));
const showLog = (at = '/audit') => show(<AuditList />, { at, permissions: ['access_setting', 'order_view'] });

test('shows an entry as a sentence with its changes', async () => {
  await showLog();

  expect(await screen.findByText('Nora Ellis refunded $11.58 on O-106064')).toBeTruthy();
  const row = screen.getByRole('row', { name: /Nora Ellis edited brand Oatly AB/ });
  expect(row.textContent).toContain('Name: Oatly → Oatly AB');
});

test('links to the record, unless it was deleted', async () => {
  serve(auditRoutes.list, pageOf(refund, entryOf({ action: 'delete', recordExists: false })));
  await showLog();

  const link = await screen.findByRole('link', { name: 'O-106064' });
  expect(hrefOf(link)).toBe(`/orders/view/${idOf(6)}`);
  expect(screen.getByText('Nora Ellis deleted brand Oatly AB')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Oatly AB' })).toBeNull();
});

test('searches by name or number of a record', async () => {
  const { user } = await showLog();
  await screen.findByText(/on O-106064/);

  await user.type(screen.getByRole('searchbox', { name: 'Search by record or user' }), 'O-106064');

  await waitFor(() => expect(listed.at(-1)?.body).toMatchObject({ search: 'O-106064' }));
});

test("opens an entry with all fields, its record and the record's history", async () => {
  const { user, search } = await showLog();

  await user.click(await screen.findByText('Nora Ellis refunded $11.58 on O-106064'));
  const drawer = await screen.findByRole('dialog', { name: 'Nora Ellis refunded $11.58 on O-106064' });
  const table = within(drawer).getByRole('table', { name: 'What changed' });
  expect(table.textContent).toContain('$11.58');
  expect(table.textContent).toContain('Refund in progress');
  expect(hrefOf(within(drawer).getByRole('link', { name: 'Open record' }))).toBe(`/orders/view/${idOf(6)}`);
  await user.click(within(drawer).getByRole('button', { name: 'View record history' }));

  await waitFor(() => expect(search()).toEqual({ recordId: idOf(6) }));
  expect(listed.at(-1)?.body).toMatchObject({ filters: { recordId: idOf(6) } });
});

test('offers new entries instead of inserting them', async () => {
  const known = [refund, entryOf()];
  serve(auditRoutes.list, pageOf(...known));
  const { user, readAgain } = await showLog();
  await screen.findByText(/on O-106064/);
  const offer = () => screen.queryByRole('button', { name: /Show$/ });

  await readAgain('audit');
  expect(offer()).toBeNull();
  serve(auditRoutes.list, pageOf(entryOf({ recordName: 'Alpro' }), ...known));
  await readAgain('audit');

  expect((await screen.findByRole('button', { name: '1 new entry · Show' })).isConnected).toBe(true);
  expect(screen.queryByText('Nora Ellis edited brand Alpro')).toBeNull();
  await user.click(offer()!);
  expect(await screen.findByText('Nora Ellis edited brand Alpro')).toBeTruthy();
  expect(offer()).toBeNull();
});

test('loads another filter at once, without the notice of the last one', async () => {
  const { readAgain, go } = await showLog();
  await screen.findByText(/on O-106064/);
  serve(auditRoutes.list, ({ body }) =>
    JSON.stringify(body).includes('signedIn')
      ? pageOf(entryOf({ recordName: 'Alpro' }))
      : pageOf(entryOf(), entryOf()),
  );
  await readAgain('audit');
  await screen.findByRole('button', { name: '2+ new entries · Show' });

  await go('/audit?action=signedIn');

  expect(await screen.findByText('Nora Ellis edited brand Alpro')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Show$/ })).toBeNull();
});

test('shows no earlier values for a new record', async () => {
  serve(auditRoutes.list, pageOf(entryOf({ action: 'create', before: null, after: { name: 'Oatly' } })));
  const { user } = await showLog();

  await user.click(await screen.findByText('Nora Ellis added brand Oatly AB'));
  const drawer = await screen.findByRole('dialog');

  expect(within(drawer).queryByRole('columnheader', { name: 'Before' })).toBeNull();
  expect(within(drawer).getByRole('columnheader', { name: 'After' })).toBeTruthy();
});

test('filters failed sign-ins, and shows them as sentences', async () => {
  const log = serve(
    auditRoutes.list,
    pageOf(
      entryOf({ action: 'signInFailed', resource: 'users', actorName: 'Someone', recordName: 'Ben Reed' }),
      entryOf({
        action: 'refused',
        resource: 'access',
        recordId: null,
        recordName: null,
        after: { route: 'PUT /setting/update' },
      }),
    ),
  );
  await showLog('/audit?action=signInFailed');

  expect(await screen.findByText('Sign-in failed for Ben Reed')).toBeTruthy();
  expect(screen.getByText('Nora Ellis was refused PUT /setting/update')).toBeTruthy();
  expect(log.at(-1)?.body).toMatchObject({ filters: { action: 'signInFailed' } });
});

test('shows an error if the log fails to load', async () => {
  serve(auditRoutes.list, refusal(503, 'unavailable', 'Aisle is restarting. Try again in a moment'));
  await showLog();

  expect(await screen.findByText(/Aisle is restarting/)).toBeTruthy();
});

/**
 * Resources without audit entries of their own: streams, calls of assistants, which the entries of their API key include, and
 * addresses, whose changes are in the history of the customer.
 */
const notAudited = ['events', 'mcp', 'customerAddresses'];
test('offers a filter for every resource that the server audits', () => {
  const root = path.resolve(import.meta.dirname, '../../../../server/src');
  const noted = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/resource: '(\w+)'/g)])
    .map(([, name]) => name!);

  const known = [...auditedResources, ...notAudited];
  expect([...new Set(noted)].filter((name) => !known.includes(name))).toEqual([]);
});
