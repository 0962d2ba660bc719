import {
  type Webhook,
  type WebhookDeliveryView,
  webhookRoutes,
} from '@aisle/contract/system/webhooks/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf, stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { deliveryOf, webhookOf } from '../system.fixtures.ts';
import { WebhookScreen } from './webhook-view.tsx';

const failed = deliveryOf({
  event: 'order.updated',
  status: 'dead',
  attemptCount: 9,
  last: { at: stored.updatedAt, httpStatus: 500, ms: 40, problem: 'Responded 500', response: 'oops' },
});
const listed = serve(webhookRoutes.deliveries, pageOf(deliveryOf(), failed));
async function opened(more: Partial<Webhook> = {}) {
  const webhook = webhookOf(more);
  serve(webhookRoutes.get, webhook);
  const shown = await show(<WebhookScreen />, {
    at: `/settings/webhooks/${webhook._id}`,
    page: '/settings/webhooks/$id',
    permissions: ['access_setting'],
  });
  await screen.findByRole('row', { name: /order\.updated/ });
  return { ...shown, webhook };
}

test('lists the deliveries of the endpoint with their responses', async () => {
  const { webhook } = await opened();

  expect(listed[0]?.body).toMatchObject({ filters: { webhookId: webhook._id } });
  expect(screen.getByRole('row', { name: /order\.created/ }).textContent).toContain('1,250 ms');
  expect(screen.getByRole('row', { name: /order\.updated/ }).textContent).toContain('Responded 500');
});

test('shows since when an endpoint fails, and its waiting deliveries', async () => {
  await opened({ failingSince: '2026-11-20T10:00:00.000Z', waiting: 3 });

  const alert = screen.getByText(/Deliveries fail to/);
  expect(alert.textContent).toContain('https://shop.example/events');
  expect(alert.textContent).toContain('3 deliveries are waiting');
});

test('warns that events are not kept while an endpoint is off', async () => {
  await opened({ status: false, failingSince: '2026-11-20T10:00:00.000Z' });

  expect(screen.getByText("Events aren't kept while it's off.")).toBeTruthy();
  expect(screen.queryByText(/Deliveries fail to/)).toBeNull();
});

test('opens a delivery with payload and attempts, and resends it', async () => {
  const view: WebhookDeliveryView = {
    ...failed,
    url: 'https://shop.example/events',
    payload: '{"number":"A-1001"}',
    attempts: [{ at: stored.updatedAt, httpStatus: 500, ms: 40, problem: 'Responded 500', response: 'oops' }],
  };
  serve(webhookRoutes.delivery, view);
  const replayed = serve(webhookRoutes.replay, deliveryOf({ replayOf: failed._id }));
  const { user } = await opened();

  await user.click(screen.getByRole('row', { name: /order\.updated/ }));
  const drawer = within(await screen.findByRole('dialog'));
  expect((await drawer.findByLabelText('Payload')).textContent).toContain('"number": "A-1001"');
  expect(drawer.getByText('oops')).toBeTruthy();
  await user.click(drawer.getByRole('button', { name: 'Send again' }));

  await waitFor(() => expect(replayed).toMatchObject([{ params: [failed._id] }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('sends a test event', async () => {
  const pings = serve(webhookRoutes.test, deliveryOf({ event: 'ping' }));
  const { user, webhook } = await opened();

  await user.press('Send a ping');

  await waitFor(() => expect(pings).toMatchObject([{ params: [webhook._id] }]));
});

test('requires an address and an event', async () => {
  const edits = serve(webhookRoutes.edit, webhookOf());
  const { user } = await opened();

  await user.choose('More for Storefront', 'Edit');
  const form = within(await screen.findByRole('form', { name: 'Edit webhook' }));
  await user.retype(/^Address/, 'nowhere');
  await user.click(form.getByRole('button', { name: 'Save changes' }));

  await waitFor(() =>
    expect(form.getByRole('textbox', { name: /^Address/ }).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(edits).toEqual([]);
});

test('sends only changed fields', async () => {
  const edits = serve(webhookRoutes.edit, webhookOf());
  const { user, webhook } = await opened();

  await user.choose('More for Storefront', 'Edit');
  const form = within(await screen.findByRole('form', { name: 'Edit webhook' }));
  await user.type(form.getByRole('textbox', { name: /^Name/ }), ' 2');
  await user.click(form.getByRole('button', { name: 'Save changes' }));

  expect(await onlyRequest(edits)).toMatchObject({
    params: [webhook._id],
    body: { name: 'Storefront 2', version: 1 },
  });
  expect(edits[0]?.body).not.toHaveProperty('events');
});

test('warns about unsent deliveries before deletion, and returns to the list', async () => {
  const removed = serve(webhookRoutes.remove, { _id: failed._id });
  const { user, address } = await opened({ waiting: 3 });

  await user.choose('More for Storefront', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete Storefront?' });
  expect(question.textContent).toContain("3 waiting deliveries aren't sent");
  await user.click(within(question).getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(removed).toHaveLength(1));
  await waitFor(() => expect(address()).toBe('/settings/webhooks'));
});

test('stays on the page if the deletion fails', async () => {
  serve(webhookRoutes.remove, refusal(503, 'unavailable', 'The server is busy'));
  const { user, address, webhook } = await opened();

  await user.choose('More for Storefront', 'Delete');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));

  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  expect(address()).toBe(`/settings/webhooks/${webhook._id}`);
});
