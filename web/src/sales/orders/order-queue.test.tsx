import type { BoardRow, OrderBoard } from '@aisle/contract/sales/order-board';
import { SteppedOrder } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { chooseLocation } from '../../core/session.ts';
import { id, morning, order, queued } from './order-examples.ts';
import { OrderQueue } from './order-queue.tsx';

const soon = new Date(Date.now() + 20 * 60_000).toISOString();
const past = new Date(Date.now() - 90 * 60_000).toISOString();
const fresh = (number: number, name: string, to: string, more: Partial<BoardRow> = {}) =>
  queued(number, name, { slot: { from: morning, to }, ...more });
const picking = { status: 'processing', headlineStatus: 'processing' } as const;
const waiting = {
  status: 'awaitingForDelivery',
  dispatchStatus: 'driverConfirmed',
  headlineStatus: 'driverConfirmed',
} as const;
const toCollect = {
  status: 'pickup',
  dispatchStatus: null,
  headlineStatus: 'pickup',
  fulfilment: 'pickup',
} as const;
const me = { _id: 'person-1', name: 'Ada Stone' };
const ben = { _id: id(9), name: 'Ben Smith' };
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
const cardOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);
const names = (list: HTMLElement[]) => list.map((card) => card.querySelector('a')?.textContent);
const step = (name: string, number: string) =>
  screen.findByRole('button', { name: new RegExp(`^${name}: ${number}`) });

test('orders are in columns by their work, what was promised first on top', async () => {
  await queue(board({ new: [fresh(1, 'Grace Hill', soon), fresh(2, 'Henry Oak', past)] }));

  await screen.findByText('Grace Hill');
  expect(names((await column('New')).getAllByRole('listitem'))).toEqual(['A-1002', 'A-1001']);
  expect((await column('Out')).getByText('No orders out for delivery.')).toBeTruthy();
});

test('a column says how many there are and how long the oldest waits', async () => {
  await queue(board({ picking: [fresh(1, 'Grace Hill', soon, picking)] }));

  await screen.findByText('Grace Hill');
  expect((await column('Picking')).getByRole('heading').textContent).toBe('Picking1Next upoldest 45 min');
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

test('sound is turned on where the browser was silent, and how long it rings shows only then', async () => {
  const { user } = await queue(board({}));
  expect(screen.queryByRole('switch', { name: 'Keep ringing until accepted' })).toBeNull();
  vi.stubGlobal('AudioContext', SoundingAudio);

  await user.click(await screen.findByRole('button', { name: 'Turn on sound' }));
  await user.click(await screen.findByRole('button', { name: 'Sound' }));

  const keeps = await screen.findByRole<HTMLInputElement>('switch', { name: 'Keep ringing until accepted' });
  expect(keeps.checked).toBe(true);
  await user.click(screen.getByRole('switch', { name: 'Sound for new orders' }));
  expect(await screen.findByRole('button', { name: 'Turn on sound' })).toBeTruthy();
});

test('who starts picking is led to the pick list', async () => {
  serve(orderRoutes.updateStatus, SteppedOrder.parse(order({ ...picking, version: 2 })));
  const { user, address } = await queue(board({ new: [fresh(1, 'Grace Hill', soon)] }));

  await user.click(await step('Start picking', 'A-1001'));

  await waitFor(() => expect(address()).toBe(`/orders/view/${id(1)}`));
});

test('a card says who is picking, and only a colleague’s is taken over', async () => {
  const overtaken = serve(orderRoutes.takeOver, SteppedOrder.parse(order({ ...picking, version: 2 })));
  const { user, address } = await queue(
    board({
      picking: [
        fresh(1, 'Grace Hill', soon, { ...picking, picker: me }),
        fresh(2, 'Henry Oak', soon, { ...picking, picker: ben }),
      ],
    }),
  );

  const mine = await cardOf('Grace Hill');
  expect(mine.getByText('You')).toBeTruthy();
  expect(mine.getByRole('link', { name: /^Continue picking: A-1001/ }).getAttribute('href')).toBe(
    `/orders/view/${id(1)}`,
  );
  expect((await cardOf('Henry Oak')).getByText('Ben Smith')).toBeTruthy();
  await user.click(await step('Take over', 'A-1002'));

  await waitFor(() => expect(address()).toBe(`/orders/view/${id(2)}`));
  expect(overtaken[0]).toMatchObject({ params: [id(2)], body: { version: 1 } });
});

test('when a colleague was faster to take over, the board stays and says so', async () => {
  serve(orderRoutes.takeOver, refusal(409, 'version-stale', 'Someone else changed this'));
  const { user, address } = await queue(
    board({ picking: [fresh(2, 'Henry Oak', soon, { ...picking, picker: ben })] }),
  );

  await user.click(await step('Take over', 'A-1002'));

  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this');
  expect(address()).toBe('/');
});

test('"Mine" is not offered while nothing is being picked', async () => {
  await queue(board({ new: [fresh(1, 'Grace Hill', soon)] }));

  await screen.findByText('Grace Hill');
  expect(screen.queryByRole('button', { name: /^Mine/ })).toBeNull();
});

test('"Mine" shows the orders one is picking, and is remembered', async () => {
  const answer = board({
    new: [fresh(3, 'Iris Pine', soon)],
    picking: [
      fresh(1, 'Grace Hill', soon, { ...picking, picker: me }),
      fresh(2, 'Henry Oak', soon, { ...picking, picker: ben }),
    ],
  });
  const { user, unmount } = await queue(answer);

  await user.click(await screen.findByRole('button', { name: 'Mine 1' }));
  expect(screen.queryByText('Henry Oak')).toBeNull();
  unmount();
  await queue(answer);

  expect(await screen.findByText('Grace Hill')).toBeTruthy();
  expect(screen.queryByText('Henry Oak')).toBeNull();
  expect(screen.getByText('Iris Pine')).toBeTruthy();
});

test('an order is handed over from its card: driver and code are on it', async () => {
  const steps = serve(
    orderRoutes.updateStatus,
    SteppedOrder.parse(order({ ...waiting, dispatchStatus: 'driverConfirmationCompleted', version: 2 })),
  );
  const { user } = await queue(
    board({
      ready: [
        fresh(1, 'Grace Hill', soon, {
          ...waiting,
          driverName: 'Pavel Sedlak',
          handOverCode: '9404',
          note: 'Ring twice',
        }),
      ],
    }),
  );

  expect((await cardOf('Grace Hill')).getByText('Pavel Sedlak · Code 9404')).toBeTruthy();
  await user.click(await step('Hand over', 'A-1001'));
  const question = within(await screen.findByRole('dialog', { name: 'Hand over A-1001?' }));
  expect(question.getByText(/Ring twice/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Hand over' }));

  await waitFor(() => expect(steps).toHaveLength(1));
  expect(steps[0]?.body).toMatchObject({ status: 'driverConfirmationCompleted', code: '9404' });
});

test('goods on their way back have nothing to collect, and are not late', async () => {
  await queue(
    board({
      ready: [
        fresh(1, 'Grace Hill', past, {
          ...waiting,
          dispatchStatus: 'inQueue',
          comingBackFrom: 'Pavel Sedlak',
          cashDue: 4884,
        }),
      ],
    }),
  );

  const card = await cardOf('Grace Hill');
  expect(card.getByText('Pavel Sedlak is bringing it back')).toBeTruthy();
  expect(card.getByText('Coming back').closest('li')?.dataset.late).toBeUndefined();
  expect(card.queryByText(/cash/)).toBeNull();
  expect(card.queryByRole('button')).toBeNull();
});

test('it shows the location chosen at the top, and has no choice of its own', async () => {
  chooseLocation(id(50));
  const { requests } = await queue(board({ new: [fresh(1, 'Grace Hill', soon)] }));

  await screen.findByText('Grace Hill');
  expect(requests[0]?.body).toEqual({ locationId: id(50) });
  expect(screen.queryByRole('combobox')).toBeNull();
  chooseLocation(null);
});

test('cash shows where it is taken, and is asked for by its amount', async () => {
  const steps = serve(orderRoutes.updateStatus, SteppedOrder.parse(order({ ...toCollect, version: 2 })));
  const { user } = await queue(
    board({
      new: [fresh(2, 'Henry Oak', soon, { cashDue: 4884 })],
      ready: [fresh(1, 'Grace Hill', soon, { ...toCollect, cashDue: 4884 })],
    }),
  );

  expect((await cardOf('Grace Hill')).getByText('Collect $48.84 cash')).toBeTruthy();
  expect((await cardOf('Henry Oak')).queryByText(/cash/)).toBeNull();
  await user.click(await step('Mark as picked up', 'A-1001'));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Collect $48.84 in cash?' })).getByRole('button', {
      name: 'Cash received',
    }),
  );

  await waitFor(() => expect(steps[0]?.body).toMatchObject({ status: 'delivered' }));
});

test('a card has the customer’s note, and turns amber before it is late', async () => {
  const in5Minutes = new Date(Date.now() + 5 * 60_000 + 1000).toISOString();
  await queue(board({ new: [fresh(1, 'Grace Hill', in5Minutes, { note: 'Home after 5:30' })] }));

  const card = await cardOf('Grace Hill');
  expect(card.getByText('Home after 5:30')).toBeTruthy();
  expect(card.getByText('5 min left').closest('li')?.dataset.soon).toBe('true');
});

describe('on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });

  test('one column at a time shows, and segments say how many orders wait and whether any is late', async () => {
    const { user } = await queue(
      board({
        new: [fresh(1, 'Grace Hill', soon)],
        ready: [fresh(2, 'Henry Oak', past, ready), fresh(3, 'Iris Pine', soon, ready)],
      }),
    );

    await screen.findByText('Grace Hill');
    expect(screen.queryByText('Henry Oak')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'New 1' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: /^Ready 2.*1 late$/ }));

    expect(await screen.findByText('Henry Oak')).toBeTruthy();
    expect(screen.queryByText('Grace Hill')).toBeNull();
  });

  test('it opens where there is something to do', async () => {
    await queue(board({ ready: [fresh(2, 'Henry Oak', soon, ready)] }));

    expect(await screen.findByText('Henry Oak')).toBeTruthy();
  });
});

/** A browser that lets pages sound. */
class SoundingAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  resume = async () => undefined;
  createOscillator = () => ({
    ...this.createGain(),
    frequency: {},
    start: () => undefined,
    stop: () => undefined,
  });
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: (next: unknown) => next,
  });
}
