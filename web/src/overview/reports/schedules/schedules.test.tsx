import { type ReportSchedule, storeScheduleRoutes } from '@aisle/contract/overview/report-schedules';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, stored } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { ScheduleButton } from './schedule-button.tsx';
import { requestOf } from './schedules.ts';

const request = { groupBy: 'month', compare: 'previous', locationIds: [idOf(9)] } as const;
const schedule = (more: Partial<ReportSchedule<'store'>> = {}): ReportSchedule<'store'> => ({
  _id: idOf(1),
  name: 'For Monday',
  request: { groupBy: 'location', compare: 'none' },
  every: 'week',
  weekday: 1,
  timeZone: 'America/Chicago',
  isPaused: false,
  stoppedBecause: null,
  nextAt: '2026-11-30T13:00:00.000Z',
  lastSentAt: null,
  createdAt: stored.createdAt,
  version: 3,
  ...more,
});
async function opened(...schedules: ReportSchedule<'store'>[]) {
  const lists = serve(storeScheduleRoutes.list, schedules);
  const shown = await show(
    <ScheduleButton report="store" request={{ ...request, locationIds: [...request.locationIds] }} />,
  );
  await shown.user.press('Schedules');
  await screen.findByRole('heading', { name: 'Your schedules' });
  return { ...shown, lists };
}

test('what is shown is scheduled under a name, for a day of the week', async () => {
  const created = serve(storeScheduleRoutes.create, schedule());
  const { user, lists } = await opened();
  expect(await screen.findByText(/None yet/)).toBeTruthy();

  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'For Monday');
  await user.press('Schedule report');

  expect(await onlyBody(created)).toEqual({ name: 'For Monday', every: 'week', weekday: 1, request });
  await waitFor(() => expect(lists.length).toBeGreaterThan(1));
});

test('each month needs no day of the week', async () => {
  const created = serve(storeScheduleRoutes.create, schedule());
  const { user } = await opened();

  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(screen.queryByRole('combobox', { name: 'Day of the week' })).toBeNull();
  expect(screen.getByText(/for the month before/)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Months');
  await user.keyboard('{Enter}');

  await waitFor(() => expect(created[0]?.body).toEqual({ name: 'Months', every: 'month', request }));
});

test('a schedule needs a name, and says what else the server finds wrong with it', async () => {
  const created = serve(
    storeScheduleRoutes.create,
    refusal(400, 'validation-failed', 'Check the fields', {
      fields: [{ path: 'name', message: 'Name has characters that can’t be stored' }],
    }),
  );
  const { user } = await opened();

  await user.press('Schedule report');
  expect(await screen.findByText('Name is required')).toBeTruthy();
  expect(created).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
  await user.press('Schedule report');

  expect(await screen.findByText('Name has characters that can’t be stored')).toBeTruthy();
});

test('a schedule is paused as the version that was read', async () => {
  const edits = serve(storeScheduleRoutes.edit, schedule({ isPaused: true }));
  const { user } = await opened(schedule());
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByText('Every Monday')).toBeTruthy();
  expect(item.getByText(/^Next: 11\/30\/2026, 7:00 AM/)).toBeTruthy();

  await user.click(item.getByRole('button', { name: 'Pause For Monday' }));

  expect(await onlyRequest(edits)).toMatchObject({ params: [idOf(1)], body: { isPaused: true, version: 3 } });
});

test('one that the server stopped says why, and is resumed', async () => {
  const edits = serve(storeScheduleRoutes.edit, schedule());
  const { user } = await opened(schedule({ stoppedBecause: 'location' }));

  expect(await screen.findByText("Stopped: you didn't have access to one of its locations.")).toBeTruthy();
  expect(screen.queryByText(/^Next:/)).toBeNull();
  await user.press('Resume For Monday');

  await waitFor(() => expect(edits[0]?.body).toEqual({ isPaused: false, version: 3 }));
});

test('a schedule is deleted after a question', async () => {
  const removed = serve(storeScheduleRoutes.remove, { _id: idOf(1) });
  const { user } = await opened(schedule());

  await user.press('Delete For Monday');
  expect(removed).toEqual([]);
  await user.press('Delete');

  await waitFor(() => expect(removed).toHaveLength(1));
});

test('an email decides its period and holds all rows: neither is part of what is scheduled', () => {
  const body = { ...request, from: '2026-11-01', to: '2026-11-30', page: 3, limit: 25, cursor: 'x' };

  expect(requestOf(body)).toEqual(request);
});
