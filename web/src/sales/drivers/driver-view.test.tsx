import type { Permission } from '@aisle/contract/permissions';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { deliveryOf, driverOf, driverViewOf } from './driver.fixtures.ts';
import { DriverScreen } from './driver-view.tsx';

const all: Permission[] = ['driver_view', 'driver_edit', 'order_view'];
async function opened(more: Parameters<typeof driverViewOf>[0] = {}, permissions = all) {
  serve(driverRoutes.view, driverViewOf(more));
  const shown = await show(<DriverScreen />, {
    at: `/driver/view/${idOf(22)}`,
    page: '/driver/view/$id',
    permissions,
  });
  await screen.findByRole('heading', { name: 'Dora Drew', level: 1 });
  return shown;
}
const panel = (name: string) =>
  within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);

test("shows a driver's deliveries and earnings", async () => {
  await opened({ deliveredCount: 1200, failedCount: 3, onTimeShare: 96, earnings: 120000 });

  expect(screen.getByText('1,200')).toBeTruthy();
  expect(screen.getByText('96%')).toBeTruthy();
  expect(screen.getByText('$1,200.00')).toBeTruthy();
});

test('shows no on-time share and empty lists without deliveries', async () => {
  await opened();

  expect(screen.getByText('On time').parentElement?.textContent).toContain('–');
  expect(panel('In hand').getByText('Nothing in hand.')).toBeTruthy();
  expect(panel('Recent deliveries').getByText('No deliveries yet.')).toBeTruthy();
});

test('links a delivery to its order and shows its delay and failure reason', async () => {
  await opened({
    past: [
      deliveryOf({ onTime: false }),
      deliveryOf({ orderNumber: 'O-7', status: 'failed', reason: 'Nobody home', onTime: null }),
    ],
  });

  const [late, failed] = panel('Recent deliveries').getAllByRole('listitem');
  expect(hrefOf(within(late!).getByRole('link', { name: 'O-106274' }))).toBe(`/orders/view/${idOf(30)}`);
  expect(late?.textContent).toContain('late');
  expect(late?.textContent).toContain('$5.00');
  expect(failed?.textContent).toContain('Downtown · Nobody home');
  expect(failed?.textContent).not.toContain('$5.00');
});

test.each([
  ['available', 'Set offline', 'offline'],
  ['offline', 'Set available', 'available'],
] as const)('switches a driver who is %s with "%s"', async (availability, action, next) => {
  const edits = serve(driverRoutes.edit, driverOf({ availability: next }));
  const { user } = await opened({ availability, version: 4 });

  await user.choose('More for Dora Drew', action);

  expect(await onlyRequest(edits)).toMatchObject({
    params: [idOf(22)],
    body: { version: 4, availability: next },
  });
});

test('disables the switch for a driver on a trip', async () => {
  await opened({ availability: 'busy' });

  expect(screen.queryByRole('button', { name: 'More for Dora Drew' })).toBeNull();
});

test('explains the effect of deactivation', async () => {
  await opened({ status: false });

  expect(screen.getByText('Dora Drew gets no delivery requests.')).toBeTruthy();
});

test('hides edit controls from read-only users', async () => {
  await opened({}, ['driver_view']);

  expect(screen.queryByRole('button', { name: /^(Edit|More for Dora Drew)$/ })).toBeNull();
});

test('links an unknown driver to the list', async () => {
  serve(driverRoutes.view, refusal(404, 'not-found', 'There is no such driver'));
  await show(<DriverScreen />, {
    at: `/driver/view/${idOf(9)}`,
    page: '/driver/view/$id',
    permissions: all,
  });

  const [way] = await screen.findAllByRole('link', { name: /Drivers/ });
  expect(hrefOf(way)).toBe('/driver');
});
