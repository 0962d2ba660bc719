import { type SupportDashboard as Figures, supportRoutes } from '@aisle/contract/service/support';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { id } from '../ticket.fixtures.ts';
import { SupportDashboard } from './support-dashboard.tsx';

const period = { from: '2026-11-01T06:00:00.000Z', to: '2026-11-03T06:00:00.000Z' };
const figures = (more: Partial<Figures> = {}): Figures => ({
  from: '2026-11-01',
  to: '2026-11-02',
  timeZone: 'America/Chicago',
  open: { count: 12, filters: { status: 'open' } },
  unassigned: { count: 4, filters: { assignee: 'nobody' } },
  overdue: { count: 2, filters: { overdue: true } },
  created: { count: 10, filters: period },
  firstResponse: { median: 22, p90: 95, count: 8, inTime: 6, filters: { ...period, answered: true } },
  resolution: { median: null, p90: null, count: 0, inTime: 0, filters: {} },
  byCategory: [
    { category: 'quality', name: 'Quality', count: 5, filters: { ...period, category: 'quality' } },
  ],
  byAgent: [
    {
      agent: { _id: id(90), name: 'Ben Ford' },
      count: 6,
      resolved: 3,
      firstResponseMedian: 18,
      filters: { ...period, assignee: id(90) },
    },
    { agent: null, count: 4, resolved: 0, firstResponseMedian: null, filters: { assignee: 'nobody' } },
  ],
  byDay: [
    { day: '2026-11-01', created: 4, resolved: 1, filters: period },
    { day: '2026-11-02', created: 6, resolved: 2, filters: period },
  ],
  ...more,
});

const open = (at = '/supports/dashboard') =>
  show(<SupportDashboard />, {
    at,
    page: '/supports/dashboard',
    permissions: ['support_list', 'support_dashboard'],
  });

test('links every metric to its tickets', async () => {
  serve(supportRoutes.dashboard, figures());
  const { user, address, search } = await open();

  expect(hrefOf(await screen.findByRole('link', { name: /To answer\s*12/ }))).toContain('status=open');
  expect(hrefOf(screen.getByRole('link', { name: /First response\s*22 min/ }))).toContain('answered');
  const agents = within(screen.getByRole('table', { name: 'Tickets by agent' }));
  expect(agents.getByRole('link', { name: 'Unassigned' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Quality' }));

  expect(address()).toBe('/supports');
  expect(search()).toMatchObject({ category: 'quality', from: period.from });
});

test('shows the share of tickets handled within their target', async () => {
  serve(supportRoutes.dashboard, figures());
  await open();

  expect(await screen.findByText('90% within 1 h 35 min · 75% on target')).toBeTruthy();
});

test('loads the metrics of the days in the URL', async () => {
  const requests = serve(supportRoutes.dashboard, figures());
  await open('/supports/dashboard?from=2026-11-01&to=2026-11-02');
  await screen.findByText('To answer');

  expect(requests[0]?.query).toEqual({ from: '2026-11-01', to: '2026-11-02' });
});

test('shows an empty state for a period without tickets', async () => {
  serve(supportRoutes.dashboard, figures({ created: { count: 0, filters: {} } }));
  await open();

  expect(await screen.findByText('No tickets in this period')).toBeTruthy();
});

test('shows a load error', async () => {
  serve(supportRoutes.dashboard, refusal(500, 'unexpected', 'Something went wrong'));
  await open();

  expect(await screen.findByText('Something went wrong')).toBeTruthy();
});
