import { commissionSimulatorRoutes, type Simulation } from '@aisle/contract/finance/commission-simulator';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { signInStore } from '../../../test/store-user.ts';
import { jobOf } from '../../system/system.fixtures.ts';
import { Simulator } from './simulator.tsx';

const jobId = idOf(9);
const job = jobOf({
  _id: jobId,
  kind: 'commissionSimulation',
  title: 'Simulating commission',
  files: [
    { name: 'Commission.csv', url: '/files/x' },
    { name: 'Commission.xlsx', url: '/files/y' },
  ],
});
const sums = { goods: 10_000, actual: 1000, simulated: 1250 };
const simulation: Simulation = {
  from: '2026-10-01',
  to: '2026-10-31',
  orders: 12,
  total: sums,
  locations: [{ location: { _id: idOf(1), name: 'North' }, orders: 12, ...sums }],
  categories: [{ category: { _id: idOf(2), name: 'Dairy' }, ...sums }],
  isWhole: true,
};

serve(jobRoutes.get, job);
serve(commissionSimulatorRoutes.result, simulation);
const started = serve(commissionSimulatorRoutes.start, { jobId });
const opened = () =>
  show(<Simulator />, {
    at: '/commission-simulator',
    page: '/commission-simulator',
    permissions: ['store_tax_comm_edit', 'store_list', 'store_view', 'store_edit'],
  });

test('shows missing values at their fields, and sends nothing', async () => {
  const { user } = await opened();

  await user.press('Simulate commission');

  expect(await screen.findByText('Choose a category')).toBeTruthy();
  expect(started).toEqual([]);
});

test('compares a default rate in total, by location and by category', async () => {
  const { user } = await opened();
  await user.select('Category', "Location's own rate");
  await user.type(screen.getByRole('textbox', { name: 'New rate' }), '12.5');
  await user.press('Simulate commission');

  const table = await screen.findByRole('table', { name: 'Commission by location' });
  expect(started[0]?.body).toMatchObject({ changes: [{ categoryId: null, rate: 12.5 }] });
  expect(within(table).getByRole('row', { name: /North/ }).textContent).toContain('$10.00$12.50+$2.50');
  expect(screen.getAllByRole('link', { name: 'Edit location' }).length).toBeGreaterThan(0);
  expect(hrefOf(screen.getByRole('link', { name: 'Download CSV' }))).toBe('/files/x');
  expect(hrefOf(screen.getByRole('link', { name: 'Download XLSX' }))).toBe('/files/y');
  await user.click(screen.getByText('By category'));
  expect(await screen.findByRole('row', { name: /Dairy/ })).toBeTruthy();
});

test('adds and removes rates, but keeps the last one', async () => {
  const { user } = await opened();
  expect(await screen.findByRole('button', { name: 'Remove rate 1' })).toHaveProperty('disabled', true);

  await user.press('Add rate');
  await user.press('Remove rate 1');

  expect(screen.getAllByRole('combobox', { name: 'Category' })).toHaveLength(1);
});

test('hides links to the rates from store users', async () => {
  const { user } = await opened();
  act(() => signInStore(['store_tax_comm_edit', 'store_view'], [{ _id: idOf(1), name: 'North' }]));
  await user.select('Category', "Location's own rate");
  await user.type(screen.getByRole('textbox', { name: 'New rate' }), '5');
  await user.press('Simulate commission');

  await screen.findByRole('table', { name: 'Commission by location' });
  expect(screen.queryByRole('link', { name: /rates editor|Edit location/ })).toBeNull();
});

test('shows a message for a period without orders', async () => {
  serve(commissionSimulatorRoutes.result, { ...simulation, orders: 0, locations: [], categories: [] });
  const { user } = await opened();
  await user.select('Category', "Location's own rate");
  await user.type(screen.getByRole('textbox', { name: 'New rate' }), '5');
  await user.press('Simulate commission');

  expect(await screen.findByText('No delivered orders in this period')).toBeTruthy();
});
