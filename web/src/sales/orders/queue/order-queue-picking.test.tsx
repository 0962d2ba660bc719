import { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { id, order } from '../order.fixtures.ts';
import { ben, board, cardOf, fresh, me, picking, queue, soon, step } from './order-queue.fixtures.tsx';

test('opens the pick list when picking starts', async () => {
  serve(orderRoutes.updateStatus, SteppedOrder.parse(order({ ...picking, version: 2 })));
  const { user, address } = await queue(board({ new: [fresh(1, 'Grace Hill', soon())] }));

  await user.click(await step('Start picking', 'A-1001'));

  await waitFor(() => expect(address()).toBe(`/orders/view/${id(1)}`));
});

test('shows the picker and offers to take over only from colleagues', async () => {
  const overtaken = serve(orderRoutes.takeOver, SteppedOrder.parse(order({ ...picking, version: 2 })));
  const { user, address } = await queue(
    board({
      picking: [
        fresh(1, 'Grace Hill', soon(), { ...picking, picker: me }),
        fresh(2, 'Henry Oak', soon(), { ...picking, picker: ben }),
      ],
    }),
  );

  const mine = await cardOf('Grace Hill');
  expect(mine.getByText('You')).toBeTruthy();
  expect(hrefOf(mine.getByRole('link', { name: /^Continue picking: A-1001/ }))).toBe(`/orders/view/${id(1)}`);
  expect((await cardOf('Henry Oak')).getByText('Ben Smith')).toBeTruthy();
  await user.click(await step('Take over', 'A-1002'));

  await waitFor(() => expect(address()).toBe(`/orders/view/${id(2)}`));
  expect(overtaken[0]).toMatchObject({ params: [id(2)], body: { version: 1 } });
});

test('stays on the board if a colleague takes over first', async () => {
  serve(orderRoutes.takeOver, refusal(409, 'version-stale', 'Someone else changed this'));
  const { user, address } = await queue(
    board({ picking: [fresh(2, 'Henry Oak', soon(), { ...picking, picker: ben })] }),
  );

  await user.click(await step('Take over', 'A-1002'));

  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this');
  expect(address()).toBe('/');
});

test('hides "Mine" while no order is in picking', async () => {
  await queue(board({ new: [fresh(1, 'Grace Hill', soon())] }));

  await screen.findByText('Grace Hill');
  expect(screen.queryByRole('button', { name: /^Mine/ })).toBeNull();
});

test(`filters the user's own orders with "Mine" and remembers it`, async () => {
  const answer = board({
    new: [fresh(3, 'Iris Pine', soon())],
    picking: [
      fresh(1, 'Grace Hill', soon(), { ...picking, picker: me }),
      fresh(2, 'Henry Oak', soon(), { ...picking, picker: ben }),
    ],
  });
  const { user, unmount } = await queue(answer);

  await user.press('Mine 1');
  expect(screen.queryByText('Henry Oak')).toBeNull();
  unmount();
  await queue(answer);

  expect(await screen.findByText('Grace Hill')).toBeTruthy();
  expect(screen.queryByText('Henry Oak')).toBeNull();
  expect(screen.getByText('Iris Pine')).toBeTruthy();
});
