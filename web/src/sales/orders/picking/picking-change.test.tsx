import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { event, id, line, order } from '../order.fixtures.ts';
import { ChangeItems } from './picking-change.tsx';

const lines = [line(1, 'Apples'), line(2, 'Bread')];

test("asks whose quantity to keep and adds another user's other changes", async () => {
  const theirs = order({
    version: 4,
    lines: [line(1, 'Apples', { quantity: 5 }), line(2, 'Bread', { quantity: 7 })],
    events: [event(9, { kind: 'lines', to: null, by: 'Amelia Ortiz' })],
  });
  const edits = serve(orderRoutes.editLines, ({ body }) =>
    (body as { version: number }).version === 4
      ? order({ version: 5 })
      : refusal(409, 'version-stale', 'Someone else changed this', { data: theirs }),
  );
  const onClose = vi.fn();
  const { user } = await show(<ChangeItems order={order({ lines })} onClose={onClose} />, {
    permissions: ['order_edit'],
  });

  await user.retype('Quantity of Apples', '3');
  await user.press('Save changes');
  const panel = within(await screen.findByRole('alert'));
  expect(panel.getByText('Amelia Ortiz changed this while you were editing')).toBeTruthy();
  expect(panel.queryByRole('group', { name: 'Bread' })).toBeNull();
  const apples = within(panel.getByRole('group', { name: 'Apples' }));
  expect(apples.getByRole('radio', { name: /Keep theirs.*5/ })).toBeTruthy();
  await user.click(apples.getByRole('radio', { name: /Use mine.*3/ }));
  await user.press('Save choices');

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(edits.map(({ body }) => body)).toEqual([
    { version: 3, lines: [{ lineId: id(101), quantity: 3 }] },
    { version: 4, lines: [{ lineId: id(101), quantity: 3 }] },
  ]);
});
