import { presenceTopic, supportRoutes } from '@aisle/contract/service/support';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../../../test/server.ts';
import { deliver } from '../../../core/events.ts';
import { openTicket, reply, serveSupport } from '../support.fixtures.tsx';
import { id, noon } from '../ticket.fixtures.ts';
import { presenceText, presentAt } from './presence.ts';

const happens = (doing: string, recordId = id(1), name = 'Ben Ford') =>
  act(() =>
    deliver({
      topic: presenceTopic,
      action: 'changed',
      recordId,
      locationId: null,
      data: { userId: id(90), name, doing },
      at: noon,
    }),
  );

serveSupport();

test('shows who is viewing or typing until they leave', async () => {
  await openTicket();

  await happens('looking');
  expect(await screen.findByText('Ben Ford is viewing this')).toBeTruthy();
  await happens('typing');
  expect(await screen.findByText('Ben Ford is typing')).toBeTruthy();
  await happens('left');

  await waitFor(() => expect(screen.queryByText(/Ben Ford is/)).toBeNull());
});

test('ignores users on other tickets', async () => {
  await openTicket();

  await happens('typing', id(7));

  expect(screen.queryByText(/Ben Ford/)).toBeNull();
});

test('sends viewing, typing and leaving, and responds to new users', async () => {
  const sent = serve(supportRoutes.presence, {});
  const doings = () => sent.map(({ body }) => (body as { doing: string }).doing);
  const { user, unmount } = await openTicket();
  await waitFor(() => expect(doings()).toEqual(['looking']));

  await happens('looking');
  await waitFor(() => expect(doings()).toEqual(['looking', 'looking']));
  await happens('looking');
  await user.type(reply(), 'Hello');
  unmount();

  await waitFor(() => expect(doings()).toEqual(['looking', 'looking', 'typing', 'left']));
});

test('removes silent users and shows idle ones as viewing', () => {
  const ben = { userId: id(90), name: 'Ben Ford', doing: 'typing' as const, at: 0 };

  expect(presentAt([ben], 5000)[0]?.doing).toBe('typing');
  expect(presentAt([ben], 10_000)[0]?.doing).toBe('looking');
  expect(presentAt([ben], 60_000)).toEqual([]);
});

test('lists several users together', () => {
  const others = ['Ben Ford', 'Priya Shah', 'Leo Marsh'].map((name, at) => ({
    userId: id(at),
    name,
    doing: 'looking' as const,
    at: 0,
  }));

  expect(presenceText(others.slice(0, 2))).toBe('Ben Ford and Priya Shah are viewing this');
  expect(presenceText(others)).toBe('Ben Ford and 2 others are viewing this');
  expect(presenceText([])).toBeNull();
});
