import { locationRoutes } from '@aisle/contract/locations/locations';
import { type OrderDetailsPlan, orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { duePayment, event, id, order } from '../order.fixtures.ts';
import { OrderDetailsDialog } from './order-details-dialog.tsx';

const home = { line1: '9 Oak St', line2: null, city: 'Austin', state: 'TX', postalCode: '78702' };
const placed = (more: Partial<Order> = {}) => order({ address: home, payments: [duePayment()], ...more });
const planned = (more: Partial<OrderDetailsPlan> = {}): OrderDetailsPlan => ({
  distanceKm: 8.04672,
  distanceIsApproximate: false,
  deliveryFee: 800,
  total: 2800,
  problems: [],
  ...more,
});

serve(settingsRoutes.ordering, {
  publishableKey: null,
  ...defaultSettings,
  paymentTypes: { cashOnDelivery: true, card: true, coins: false },
});
serve(locationRoutes.slots, {
  isOwn: true,
  timeZone: 'UTC',
  slots: [
    { from: '2030-01-02T10:00:00Z', to: '2030-01-02T12:00:00Z', left: 3, isFull: false },
    { from: '2030-01-02T12:00:00Z', to: '2030-01-02T14:00:00Z', left: 0, isFull: true },
  ],
});
serve(orderDetailRoutes.plan, planned());

async function opened(shown = placed()) {
  const onClose = vi.fn();
  let refresh: (order: Order) => void = () => undefined;
  function Live() {
    const [current, setCurrent] = useState(shown);
    refresh = setCurrent;
    return <OrderDetailsDialog order={current} onClose={onClose} />;
  }
  const view = await show(<Live />, { permissions: ['order_edit'] });
  const dialog = within(await screen.findByRole('dialog', { name: `Edit details of ${shown.number}` }));
  const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  const write = async (name: string, text: string) => {
    await view.user.clear(field(name));
    if (text) await view.user.type(field(name), text);
  };
  const ready = () => waitFor(() => expect(save().disabled).toBe(false));
  return {
    ...view,
    dialog,
    save,
    field,
    write,
    ready,
    onClose,
    refresh: (order: Order) => act(() => refresh(order)),
  };
}

test('previews the fee and total of a new address and saves only the address', async () => {
  const plans = serve(orderDetailRoutes.plan, planned());
  const edits = serve(orderDetailRoutes.edit, placed({ total: 2800 }));
  const { user, dialog, write, ready, save, onClose } = await opened();
  expect(save().disabled).toBe(true);

  await write('City', 'Round Rock');
  const table = within(await dialog.findByRole('table', { name: 'New total' }));

  expect(table.getByRole('row', { name: /Delivery fee/ }).textContent).toContain('$8.00');
  expect(table.getByRole('row', { name: /More to pay/ }).textContent).toContain('$5.00');
  const address = { ...home, city: 'Round Rock', latitude: null, longitude: null };
  expect(plans.at(-1)?.body).toEqual({ address });
  await ready();
  await user.click(save());
  await waitFor(() => expect(edits[0]).toMatchObject({ params: [id(1)], body: { address, version: 3 } }));
  expect(edits[0]?.body).not.toHaveProperty('note');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('shows an address outside the delivery area at its field before saving', async () => {
  const problems = [{ path: 'address.line1', message: "North doesn't deliver that far" }];
  serve(orderDetailRoutes.plan, planned({ problems }));
  const { write, field, dialog } = await opened();

  await write('City', 'Dallas');

  expect(await dialog.findByText("North doesn't deliver that far")).toBeTruthy();
  expect(dialog.getByRole('combobox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true');
  expect(field('City').value).toBe('Dallas');
  expect(dialog.queryByRole('table')).toBeNull();
});

test("shows an empty field's error and sends nothing", async () => {
  const edits = serve(orderDetailRoutes.edit, placed());
  const { user, write, ready, save, dialog } = await opened();

  await write('Postal code', '');
  await ready();
  await user.click(save());

  expect(await dialog.findByText('Postal code is required')).toBeTruthy();
  expect(edits).toHaveLength(0);
});

test('offers slots with remaining capacity', async () => {
  const edits = serve(orderDetailRoutes.edit, placed());
  const { user, dialog, ready, save } = await opened();

  await user.click(dialog.getByRole('combobox', { name: 'Delivery time' }));
  expect((await screen.findByRole('option', { name: /full/ })).hasAttribute('data-combobox-disabled')).toBe(
    true,
  );
  await user.click(screen.getByRole('option', { name: /3 left/ }));
  await ready();
  await user.click(save());

  const slot = { from: '2030-01-02T10:00:00Z', to: '2030-01-02T12:00:00Z' };
  await waitFor(() => expect(edits[0]?.body).toEqual({ slot, version: 3 }));
});

test('shows an error at the slot field if the slot is full by now', async () => {
  const fields = [{ path: 'slot', message: 'That slot is full at North. Choose another one' }];
  serve(orderDetailRoutes.edit, refusal(409, 'orders.not-deliverable', 'Full', { fields }));
  const { user, dialog, ready, save, onClose } = await opened();

  await user.select('Delivery time', /3 left/);
  await ready();
  await user.click(save());

  expect(await dialog.findByText('That slot is full at North. Choose another one')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test('saves the note and the payment type together', async () => {
  const edits = serve(orderDetailRoutes.edit, placed());
  const { user, write, ready, save } = await opened(placed({ note: 'Ring' }));

  await write('Note from the customer', 'Knock');
  await user.select('Payment', 'Card');
  await ready();
  await user.click(save());

  await waitFor(() => expect(edits[0]?.body).toEqual({ note: 'Knock', paymentType: 'card', version: 3 }));
});

test('hides fields that can no longer change and explains why', async () => {
  const { dialog } = await opened(
    placed({
      status: 'outOfDelivery',
      payments: [{ ...duePayment(), status: 'captured', provider: 'cash' }],
    }),
  );

  expect(dialog.queryByRole('combobox')).toBeNull();
  expect(dialog.queryByRole('textbox', { name: 'City' })).toBeNull();
  expect(dialog.getByRole('textbox', { name: 'Note from the customer' })).toBeTruthy();
  expect(dialog.getByText(/until it is out for delivery/)).toBeTruthy();
  expect(dialog.getByText(/This order is paid/)).toBeTruthy();
});

const office = { ...home, line2: 'Unit SUPPORT' };
const savedByAmelia = (more: Partial<Order>) =>
  placed({
    version: 4,
    events: [event(9, { kind: 'details', to: null, by: 'Amelia Ortiz' })],
    ...more,
  });
/** The server after Amelia saved her version: it rejects every older one. */
const serveAfter = (theirs: Order) =>
  serve(orderDetailRoutes.edit, ({ body }) =>
    (body as { version: number }).version === theirs.version
      ? { ...theirs, version: theirs.version + 1 }
      : refusal(409, 'version-stale', 'Someone else changed this', { data: theirs }),
  );

test("asks whose value to keep if another user saved the same field first, and saves one's own", async () => {
  const theirs = savedByAmelia({ address: office });
  const edits = serveAfter(theirs);
  const { user, dialog, write, ready, save, onClose, refresh } = await opened();

  await write('Address line 2', 'Unit ADMIN');
  // The screen behind the dialog shows the other user's version by now.
  refresh(theirs);
  await ready();
  await user.click(save());

  const panel = within(await dialog.findByRole('alert'));
  expect(panel.getByText('Amelia Ortiz changed this while you were editing')).toBeTruthy();
  const group = within(panel.getByRole('group', { name: 'Address line 2' }));
  expect(group.getByRole('radio', { name: /Keep theirs.*Unit SUPPORT/ })).toBeTruthy();
  expect(save().disabled).toBe(true);
  expect(onClose).not.toHaveBeenCalled();

  await user.click(group.getByRole('radio', { name: /Use mine.*Unit ADMIN/ }));
  await user.click(panel.getByRole('button', { name: 'Save choices' }));

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(edits.map(({ body }) => body)).toMatchObject([
    { address: { line2: 'Unit ADMIN' }, version: 3 },
    { address: { line2: 'Unit ADMIN' }, version: 4 },
  ]);
});

test("keeps the other user's value if that is the choice", async () => {
  const edits = serveAfter(savedByAmelia({ note: 'Ring twice' }));
  const { user, dialog, write, ready, save, onClose } = await opened();

  await write('Note from the customer', 'Knock');
  await ready();
  await user.click(save());
  await user.click(await dialog.findByRole('radio', { name: /Keep theirs.*Ring twice/ }));
  await user.click(dialog.getByRole('button', { name: 'Save choices' }));

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(edits.map(({ body }) => body)).toEqual([{ note: 'Knock', version: 3 }, { version: 4 }]);
});

test('saves both changes without a question if another user saved a different field', async () => {
  const edits = serveAfter(savedByAmelia({ address: office }));
  const { user, dialog, write, ready, save, onClose } = await opened();

  await write('Note from the customer', 'Knock');
  await ready();
  await user.click(save());

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(edits.map(({ body }) => body)).toEqual([
    { note: 'Knock', version: 3 },
    { note: 'Knock', version: 4 },
  ]);
});
