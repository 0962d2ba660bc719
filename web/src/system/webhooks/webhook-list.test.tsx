import { webhookEventNames, webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { deliveryOf, webhookOf } from '../system.fixtures.ts';
import { WebhookList } from './webhook-list.tsx';

const storefront = webhookOf({ name: 'Storefront', waiting: 3 });

const showWebhooks = () =>
  show(<WebhookList />, {
    at: '/settings/webhooks',
    permissions: ['access_setting'],
  });

serve(webhookRoutes.list, pageOf(storefront));

test('shows the health of each endpoint', async () => {
  serve(
    webhookRoutes.list,
    pageOf(
      webhookOf({ name: 'One', status: false }),
      webhookOf({ name: 'Two', failingSince: '2026-11-20T10:00:00.000Z' }),
      webhookOf({ name: 'Three', lastDeliveredAt: '2026-11-20T10:00:00.000Z' }),
      webhookOf({ name: 'Four' }),
    ),
  );
  await showWebhooks();
  const rowOf = async (name: string) =>
    (await screen.findByRole('row', { name: new RegExp(name) })).textContent;

  expect(await rowOf('One')).toContain('Off');
  expect(await rowOf('Two')).toContain('Failing');
  expect(await rowOf('Three')).toContain('Healthy');
  expect(await rowOf('Four')).toContain('Nothing sent yet');
});

test('shows the secret of a new endpoint once', async () => {
  const added = serve(webhookRoutes.create, { ...storefront, secret: 'whsec_abc' });
  const { user } = await showWebhooks();

  await user.press('New webhook');
  await user.click(await screen.findByRole('textbox', { name: 'Name' }));
  await user.paste('Storefront');
  await user.click(screen.getByRole('textbox', { name: 'Address' }));
  await user.paste('https://shop.example/events');
  await user.click(screen.getByRole('checkbox', { name: 'An order was placed' }));
  await user.press('Create webhook');

  const dialog = await screen.findByRole('dialog', { name: 'Copy the secret for Storefront now' });
  expect(within(dialog).getByDisplayValue('whsec_abc')).toBeTruthy();
  expect(added).toMatchObject([{ body: { events: ['order.created'] } }]);
});

test('requires an address and at least one event', async () => {
  const added = serve(webhookRoutes.create, { ...storefront, secret: 'whsec_abc' });
  const { user } = await showWebhooks();

  await user.press('New webhook');
  await user.press('Create webhook');

  expect(await screen.findByText('Address is required')).toBeTruthy();
  expect(screen.getByText('Choose at least one event')).toBeTruthy();
  expect(added).toEqual([]);
});

test('sends a test event from the list', async () => {
  const pings = serve(webhookRoutes.test, deliveryOf({ event: 'ping' }));
  const { user } = await showWebhooks();

  await user.choose('More for Storefront', 'Send a ping');

  await waitFor(() => expect(pings).toMatchObject([{ params: [storefront._id] }]));
});

test('shows the number of unsent deliveries before deletion', async () => {
  const removed = serve(webhookRoutes.remove, { _id: storefront._id });
  const { user } = await showWebhooks();

  await user.choose('More for Storefront', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete Storefront?' });
  expect(question.textContent).toContain("3 waiting deliveries aren't sent");
  await user.click(within(question).getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(removed).toMatchObject([{ params: [storefront._id] }]));
});

test('creates and shows a new secret only after confirmation', async () => {
  const made = serve(webhookRoutes.rotateSecret, { ...storefront, secret: 'whsec_new' });
  const { user } = await showWebhooks();

  await user.choose('More for Storefront', 'New secret');
  const question = await screen.findByRole('dialog', { name: 'Create a new secret for Storefront?' });
  expect(made).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Create new secret' }));

  expect(await screen.findByDisplayValue('whsec_new')).toBeTruthy();
  expect(screen.getByText(/also signed with the old secret for 24 hours/)).toBeTruthy();
});

test('shows every event once, grouped by subject', async () => {
  const { user } = await showWebhooks();

  await user.press('New webhook');

  const form = await screen.findByRole('dialog');
  const labels = within(form)
    .getAllByRole('checkbox')
    .map((box) => (box as HTMLInputElement).value);
  expect(labels.toSorted()).toEqual(webhookEventNames.toSorted());
  within(form).getByText('Customers and support');
});
