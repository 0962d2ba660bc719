import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { Timeline, type TimelineEvent } from './timeline.tsx';

const event = (id: string, at: string, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id,
  at: `2026-11-${at}:00.000Z`,
  title: id,
  ...more,
});

test("groups events by day in the location's time zone and shows only their times", async () => {
  await show(
    <Timeline
      timeZone="America/Chicago"
      // 4 AM UTC is still the previous day in Chicago.
      events={[event('Delivered', '20T20:05', { who: 'Ada Stone' }), event('Placed', '20T04:00')]}
    />,
  );

  const last = within(screen.getByRole('region', { name: '11/20/2026' }));
  expect(last.getByRole('heading', { name: '11/20/2026', level: 3 })).toBeTruthy();
  expect(last.getByRole('listitem').textContent).toBe('Delivered2:05 PM CT · Ada Stone');
  expect(within(screen.getByRole('region', { name: '11/19/2026' })).getByText('Placed')).toBeTruthy();
});

test('collapses consecutive minor events into one line', async () => {
  const foldsAs = 'driver update';
  const { user } = await show(
    <Timeline
      events={[
        event('Delivered', '20T10:00'),
        event('Sam asked', '20T09:00', { foldsAs }),
        event('Waiting', '20T08:30', { foldsAs }),
        event('Prepared', '20T08:00'),
        event('Zoe asked', '20T07:00', { foldsAs }),
      ]}
    />,
  );

  const folded = screen.getByText('2 driver updates').closest('details') as HTMLDetailsElement;
  expect(folded.open).toBe(false);
  expect(within(folded).getByText('Sam asked')).toBeTruthy();
  // A single event isn't collapsed, because that would save no space.
  expect(screen.getByText('Zoe asked').closest('details')).toBeNull();

  await user.click(screen.getByText('2 driver updates'));
  expect(folded.open).toBe(true);
});
