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
  nextAt: '2099-11-30T13:00:00.000Z',
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

test('schedules the current report with a name and a weekday', async () => {
  const created = serve(storeScheduleRoutes.create, schedule());
  const { user, lists } = await opened();
  expect(await screen.findByText(/None yet/)).toBeTruthy();

  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'For Monday');
  await user.press('Schedule report');

  expect(await onlyBody(created)).toEqual({ name: 'For Monday', every: 'week', weekday: 1, request });
  await waitFor(() => expect(lists.length).toBeGreaterThan(1));
});

test('hides the weekday for a monthly schedule', async () => {
  const created = serve(storeScheduleRoutes.create, schedule());
  const { user } = await opened();

  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(screen.queryByRole('combobox', { name: 'Day of the week' })).toBeNull();
  expect(screen.getByText(/for the month before/)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Months');
  await user.keyboard('{Enter}');

  await waitFor(() => expect(created[0]?.body).toEqual({ name: 'Months', every: 'month', request }));
});

test('requires a name, and shows validation errors of the server', async () => {
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

test('pauses a schedule with the loaded version', async () => {
  const edits = serve(storeScheduleRoutes.edit, schedule({ isPaused: true }));
  const { user } = await opened(schedule());
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByText('Every Monday')).toBeTruthy();
  expect(item.getByText(/^Next: 11\/30\/2099, 7:00 AM/)).toBeTruthy();

  await user.click(item.getByRole('button', { name: 'Pause For Monday' }));

  expect(await onlyRequest(edits)).toMatchObject({ params: [idOf(1)], body: { isPaused: true, version: 3 } });
});

test('shows why the server stopped a schedule, and resumes it', async () => {
  const edits = serve(storeScheduleRoutes.edit, schedule());
  const { user } = await opened(schedule({ stoppedBecause: 'location' }));

  expect(await screen.findByText("Stopped: you didn't have access to one of its locations.")).toBeTruthy();
  expect(screen.queryByText(/^Next:/)).toBeNull();
  await user.press('Resume For Monday');

  await waitFor(() => expect(edits[0]?.body).toEqual({ isPaused: false, version: 3 }));
});

test('deletes a schedule after confirmation', async () => {
  const removed = serve(storeScheduleRoutes.remove, { _id: idOf(1) });
  const { user } = await opened(schedule());

  await user.press('Delete For Monday');
  expect(removed).toEqual([]);
  await user.press('Delete');

  await waitFor(() => expect(removed).toHaveLength(1));
});

test('excludes period and page from a scheduled report', () => {
  const body = { ...request, from: '2026-11-01', to: '2026-11-30', page: 3, limit: 25, cursor: 'x' };

  expect(requestOf(body)).toEqual(request);
});
