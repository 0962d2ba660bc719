import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hrefOf, narrowScreen, show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { chooseLocation } from '../../../core/session/session.ts';
import { id } from '../order.fixtures.ts';
import {
  board,
  column,
  fresh,
  names,
  past,
  picking,
  queue,
  ready,
  SoundingAudio,
  soon,
  staff,
  step,
} from './order-queue.fixtures.tsx';
import { OrderQueue } from './order-queue.tsx';

test('groups orders by status and sorts them by promised time', async () => {
  await queue(board({ new: [fresh(1, 'Grace Hill', soon()), fresh(2, 'Henry Oak', past())] }));

  await screen.findByText('Grace Hill');
  expect(names((await column('New')).getAllByRole('listitem'))).toEqual(['A-1002', 'A-1001']);
  expect((await column('Out')).getByText('No orders out for delivery.')).toBeTruthy();
});

test("shows each column's count and its longest wait", async () => {
  await queue(board({ picking: [fresh(1, 'Grace Hill', soon(), picking)] }));

  await screen.findByText('Grace Hill');
  expect((await column('Picking')).getByRole('heading').textContent).toBe('Picking1Next upoldest 45 min');
});

test("links to the orders beyond a column's limit", async () => {
  const { columns } = board({ ready: [fresh(1, 'Grace Hill', soon(), ready)] });
  serve(orderRoutes.board, {
    columns: columns.map((one) => (one.key === 'ready' ? { ...one, totalRecords: 13 } : one)),
  });
  await show(<OrderQueue />, {
    at: '/orders/queue',
    permissions: staff,
  });

  const link = (await column('Ready')).findByRole('link', { name: '12 more' });

  expect(decodeURIComponent(hrefOf(await link) ?? '')).toBe(
    '/orders?status=["prepared","awaitingForDelivery","pickup"]',
  );
});

test('hides steps from read-only users', async () => {
  await queue(board({ new: [fresh(1, 'Grace Hill', soon())] }), ['order_list']);

  await screen.findByText('Grace Hill');
  expect(screen.queryByRole('button', { name: /Start picking/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'A-1001' })).toBeNull();
});

test('shows the status of cards in the ready column', async () => {
  await queue(board({ ready: [fresh(1, 'Grace Hill', soon(), ready)] }));

  await screen.findByText('Grace Hill');
  expect((await column('Ready')).getByText('Prepared')).toBeTruthy();
});

test('moves between cards and columns with the arrow keys', async () => {
  const { user } = await queue(
    board({
      new: [fresh(1, 'Grace Hill', past()), fresh(2, 'Henry Oak', soon())],
      ready: [fresh(3, 'Iris Pine', soon(), ready)],
    }),
  );

  (await step('Start picking', 'A-1001')).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await step('Start picking', 'A-1002'));
  await user.keyboard('{ArrowRight}');

  expect(document.activeElement?.closest('li')?.textContent).toContain('Iris Pine');
});

test('retries a failed request', async () => {
  let isUp = false;
  const requests = serve(orderRoutes.board, () =>
    isUp ? board({ new: [fresh(1, 'Grace Hill', soon())] }) : refusal(500, 'internal', 'Something broke'),
  );
  const { user } = await show(<OrderQueue />, { permissions: staff });

  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);

  expect(await screen.findByText('Grace Hill')).toBeTruthy();
  expect(requests.length).toBeGreaterThan(1);
});

test('turns on sound and then shows the ring settings', async () => {
  const { user } = await queue(board({}));
  expect(screen.queryByRole('switch', { name: 'Keep ringing until accepted' })).toBeNull();
  vi.stubGlobal('AudioContext', SoundingAudio);

  await user.press('Turn on sound');
  await user.press('Sound');

  const keeps = await screen.findByRole<HTMLInputElement>('switch', { name: 'Keep ringing until accepted' });
  expect(keeps.checked).toBe(true);
  await user.click(screen.getByRole('switch', { name: 'Sound for new orders' }));
  expect(await screen.findByRole('button', { name: 'Turn on sound' })).toBeTruthy();
});

test('uses the location selected in the header', async () => {
  chooseLocation(id(50));
  const { requests } = await queue(board({ new: [fresh(1, 'Grace Hill', soon())] }));

  await screen.findByText('Grace Hill');
  expect(requests[0]?.body).toEqual({ locationId: id(50) });
  expect(screen.queryByRole('combobox')).toBeNull();
  chooseLocation(null);
});

describe('on a phone', () => {
  beforeEach(() => {
    narrowScreen();
  });

  test('shows one column at a time with counts and late marks in the segments', async () => {
    const { user } = await queue(
      board({
        new: [fresh(1, 'Grace Hill', soon())],
        ready: [fresh(2, 'Henry Oak', past(), ready), fresh(3, 'Iris Pine', soon(), ready)],
      }),
    );

    await screen.findByText('Grace Hill');
    expect(screen.queryByText('Henry Oak')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'New 1' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: /^Ready 2.*1 late$/ }));

    expect(await screen.findByText('Henry Oak')).toBeTruthy();
    expect(screen.queryByText('Grace Hill')).toBeNull();
  });

  test('shows no numbers in the segments while they load', async () => {
    serve(orderRoutes.board, () => new Promise<never>(() => undefined));

    await show(<OrderQueue />, { permissions: staff });

    expect(await screen.findByRole('radio', { name: 'New' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /\d/ })).toBeNull();
  });

  test('opens the first column with orders', async () => {
    await queue(board({ ready: [fresh(2, 'Henry Oak', soon(), ready)] }));

    expect(await screen.findByText('Henry Oak')).toBeTruthy();
  });
});
