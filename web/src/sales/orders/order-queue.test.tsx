import type { BoardRow, OrderBoard } from '@aisle/contract/sales/order-board';
import { SteppedOrder } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { id, morning, order, queued } from './order-examples.ts';
import { OrderQueue } from './order-queue.tsx';

const soon = new Date(Date.now() + 20 * 60_000).toISOString();
const past = new Date(Date.now() - 90 * 60_000).toISOString();
const fresh = (number: number, name: string, to: string, more: Partial<BoardRow> = {}) =>
  queued(number, name, { slot: { from: morning, to }, ...more });
const picking = { status: 'processing', headlineStatus: 'processing' } as const;
const ready = { status: 'prepared', headlineStatus: 'prepared' } as const;

function board(orders: Partial<Record<'new' | 'picking' | 'ready' | 'out', BoardRow[]>>): OrderBoard {
  return {
    columns: (['new', 'picking', 'ready', 'out'] as const).map((key) => ({
      key,
      totalRecords: orders[key]?.length ?? 0,
      totalIsEstimate: false,
      oldestAt: orders[key] ? new Date(Date.now() - 45 * 60_000).toISOString() : null,
      records: orders[key] ?? [],
    })),
  };
}
const staff = ['order_list', 'order_view', 'order_edit'] as const;
const queue = (
  answer: OrderBoard,
  permissions: readonly ('order_list' | 'order_view' | 'order_edit')[] = staff,
) => {
  const requests = serve(orderRoutes.board, answer);
  return show(<OrderQueue />, { permissions }).then((view) => ({ ...view, requests }));
};
const column = async (name: string) => within(await screen.findByRole('region', { name }));
const names = (list: HTMLElement[]) => list.map((card) => card.querySelector('a')?.textContent);
const step = (name: string, number: string) =>
  screen.findByRole('button', { name: new RegExp(`^${name}: ${number}`) });

test('orders stand by the work there is, what was promised first on top', async () => {
  await queue(board({ new: [fresh(1, 'Grace Hill', soon), fresh(2, 'Henry Oak', past)] }));

  await screen.findByText('Grace Hill');
  expect(names((await column('New')).getAllByRole('listitem'))).toEqual(['A-1002', 'A-1001']);
  expect((await column('Out')).getByText('Nothing here.')).toBeTruthy();
});

test('a column says how many there are and how long the oldest waits', async () => {
  await queue(board({ picking: [fresh(1, 'Grace Hill', soon, picking)] }));

  await screen.findByText('Grace Hill');
  expect((await column('Picking')).getByRole('heading').textContent).toBe('Picking1oldest 45 min');
});

test('a card tells who, how much, when and how late', async () => {
  await queue(board({ new: [fresh(2, 'Henry Oak', past)] }));

  const card = within((await screen.findByText('Henry Oak')).closest('li') as HTMLElement);
  expect(card.getByText('1 h 30 min late')).toBeTruthy();
  expect(card.getByText('2 items · Delivery')).toBeTruthy();
  expect(card.getByRole('link', { name: 'A-1002' }).getAttribute('href')).toBe(`/orders/view/${id(2)}`);
});

test('an order is taken further from its card at once', async () => {
  const steps = serve(orderRoutes.updateStatus, SteppedOrder.parse(order({ ...picking, version: 2 })));
  const { user } = await queue(board({ new: [fresh(1, 'Grace Hill', soon)] }));

  await user.click(await step('Start picking', 'A-1001'));

  await waitFor(() => expect(steps).toHaveLength(1));
  expect(steps[0]).toMatchObject({ params: [id(1)], body: { status: 'processing', version: 1 } });
  expect(await screen.findByText('A-1001: Picking')).toBeTruthy();
});

test('a step that is refused says why', async () => {
  serve(orderRoutes.updateStatus, refusal(409, 'orders.step-not-possible', 'It was cancelled meanwhile'));
  const { user } = await queue(board({ new: [fresh(1, 'Grace Hill', soon)] }));

  await user.click(await step('Start picking', 'A-1001'));

  expect((await screen.findByRole('alert')).textContent).toContain('It was cancelled meanwhile');
});

test('who may only look has no steps on the cards', async () => {
  await queue(board({ new: [fresh(1, 'Grace Hill', soon)] }), ['order_list']);

  await screen.findByText('Grace Hill');
  expect(screen.queryByRole('button', { name: /Start picking/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'A-1001' })).toBeNull();
});

test('among those that are ready a card says its state', async () => {
  await queue(board({ ready: [fresh(1, 'Grace Hill', soon, ready)] }));

  await screen.findByText('Grace Hill');
  expect((await column('Ready')).getByText('Prepared')).toBeTruthy();
});

test('arrows lead from card to card and over to the next column with any', async () => {
  const { user } = await queue(
    board({
      new: [fresh(1, 'Grace Hill', past), fresh(2, 'Henry Oak', soon)],
      ready: [fresh(3, 'Iris Pine', soon, ready)],
    }),
  );

  (await step('Start picking', 'A-1001')).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await step('Start picking', 'A-1002'));
  await user.keyboard('{ArrowRight}');

  expect(document.activeElement?.closest('li')?.textContent).toContain('Iris Pine');
});

test('a queue that cannot be read can be asked again', async () => {
  let isUp = false;
  const requests = serve(orderRoutes.board, () =>
    isUp ? board({ new: [fresh(1, 'Grace Hill', soon)] }) : refusal(500, 'internal', 'Something broke'),
  );
  const { user } = await show(<OrderQueue />, { permissions: staff });

  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);

  expect(await screen.findByText('Grace Hill')).toBeTruthy();
  expect(requests.length).toBeGreaterThan(1);
});

test('without a connection a step is kept, and its card says that it is not sent yet', async () => {
  serve(orderRoutes.updateStatus, refusal(503, 'unavailable', 'The server is restarting'));
  const { user } = await queue(board({ new: [fresh(1, 'Grace Hill', soon)] }));

  await user.click(await step('Start picking', 'A-1001'));

  expect(await screen.findByText('Not sent yet')).toBeTruthy();
  expect((await column('Picking')).getByText('Grace Hill')).toBeTruthy();
  expect((await column('New')).queryByText('Grace Hill')).toBeNull();
});

test('ringing is switched off, and stays off', async () => {
  const { user, unmount } = await queue(board({}));

  const ring = await screen.findByRole<HTMLInputElement>('switch', { name: 'Ring until taken up' });
  expect(ring.checked).toBe(true);
  await user.click(ring);
  unmount();
  await queue(board({}));

  expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'Ring until taken up' })).checked).toBe(
    false,
  );
});
