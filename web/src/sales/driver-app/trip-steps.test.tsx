import { type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../test/server.ts';
import { id } from '../orders/order.fixtures.ts';
import { offerOf, stopOf, tripPage } from './trip.fixtures.ts';
import { Trip } from './trip-screen.tsx';
import { useTrip } from './use-trip.ts';

/** Renders the trip, including the response to each step. */
function Shown() {
  const { data } = useTrip('secret');
  return data ? <Trip page={data} token="secret" /> : null;
}
let now: TripPage;
async function opened(more: Partial<TripPage>) {
  now = tripPage(more);
  serve(tripRoutes.show, () => now);
  serve(tripRoutes.stamp, () => ({ stamp: now.stamp }));
  const shown = await show(<Shown />);
  await screen.findByRole('heading', { level: 1 });
  return shown;
}
type Step = Exclude<keyof typeof tripRoutes, 'show' | 'stamp'>;
/** Mocks a successful step; its response becomes the current trip. */
const takes = (step: Step, more: Partial<TripPage>) =>
  serve(tripRoutes[step] as (typeof tripRoutes)['start'], () => {
    now = tripPage(more);
    return now;
  });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

test('shows pay and details of an offer without the customer', async () => {
  const collection = offerOf({ _id: id(3), errand: 'collect', pay: 350, lineCount: 1 });
  await opened({ offers: [offerOf({ cashDue: 4884 }), collection] });

  const offer = within(screen.getByRole('region', { name: 'Offer' }));
  expect(offer.getByText('$10.00').parentElement?.textContent).toBe('You earn $10.00');
  expect(offer.getByText('$48.84').parentElement?.textContent).toBe('Collect $48.84 cash in total');
  expect(offer.getByText('1.0 mi · Riverside · 5 items · 3 lines · $48.84 cash')).toBeTruthy();
  expect(offer.getByText(/to answer/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Emeka, can you take this?');
});

test('shows the accepted stop', async () => {
  const accepted = takes('accept', { stops: [stopOf({ status: 'accepted' })] });
  const { user } = await opened({ offers: [offerOf()] });

  await user.press('Accept');

  expect(await screen.findByRole('heading', { name: 'O-106274' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Offer' })).toBeNull();
  expect(accepted).toMatchObject([{ params: ['secret'] }]);
});

test('rejects accepting an expired offer', async () => {
  await opened({ offers: [offerOf({ offerExpiresAt: new Date(Date.now() - 1000).toISOString() })] });

  expect(screen.getByText('Time is up')).toBeTruthy();
  expect(button('Accept').disabled).toBe(true);
  expect(button('Decline').disabled).toBe(false);
});

test('declines an offer with a reason, or keeps it', async () => {
  const declined = takes('decline', { isOver: true });
  const { user } = await opened({ offers: [offerOf()] });

  await user.press('Decline');
  await user.press('Back');
  expect(declined).toEqual([]);
  await user.press('Decline');
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), ' Flat tire ');
  await user.press('Decline');

  await waitFor(() => expect(declined).toMatchObject([{ body: { reason: 'Flat tire' } }]));
  expect(await screen.findByText('This trip is over')).toBeTruthy();
});

test('shows a wrong store code at its field and keeps the input', async () => {
  const tried = serve(
    tripRoutes.pickUp,
    refusal(409, 'orders.hand-over-code', 'Wrong code', {
      fields: [{ path: 'code', message: 'That is not the code of this order' }],
    }),
  );
  const { user } = await opened({ stops: [stopOf({ status: 'accepted' })] });

  expect(button('Confirm pickup').disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Code for O-106274' }), '4711');
  await user.press('Confirm pickup');

  expect(await screen.findByText('That is not the code of this order')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Code for O-106274' }).value).toBe('4711');
  expect(tried).toMatchObject([{ body: { deliveryId: id(1), code: '4711' } }]);
});

test('disables the start until every order is picked up', async () => {
  await opened({ stops: [stopOf({ status: 'pickedUp' }), stopOf({ _id: id(5), status: 'accepted' })] });

  expect(screen.getByText('1 order left to pick up')).toBeTruthy();
  expect(button('Start trip').disabled).toBe(true);
});

test('starts the trip once every order is picked up', async () => {
  const started = takes('start', { stops: [stopOf()] });
  const { user } = await opened({ stops: [stopOf({ status: 'pickedUp' })] });

  await user.press('Start trip');

  expect(await screen.findByRole('heading', { name: 'On the way', level: 1 })).toBeTruthy();
  expect(started).toHaveLength(1);
});

test('gives up an accepted order only after a confirmation', async () => {
  const gaveUp = takes('giveUp', { isOver: true });
  const { user } = await opened({ stops: [stopOf({ status: 'accepted' })] });

  await user.press("Can't deliver this");
  expect(gaveUp).toEqual([]);
  expect(screen.getByText('The store finds someone else for O-106274.')).toBeTruthy();
  await user.press("Can't deliver");

  await waitFor(() => expect(gaveUp).toMatchObject([{ body: { deliveryId: id(1) } }]));
});

test("confirms a delivery with the customer's code", async () => {
  const delivered = takes('deliver', { isOver: true, delivered: 1 });
  const { user } = await opened({ stops: [stopOf()] });

  expect(button('Confirm delivery').disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: "Customer's code" }), ' 52 ');
  await user.press('Confirm delivery');

  expect(await screen.findByText('Thank you, Emeka Nwosu')).toBeTruthy();
  expect(delivered[0]?.body).toEqual({ deliveryId: id(1), code: '52' });
});

test('confirms a delivery with a photo instead of the code', async () => {
  const delivered = takes('deliver', { isOver: true, delivered: 1 });
  const { user, container } = await opened({ stops: [stopOf()] });

  const chooser = container.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(chooser, new File(['door'], 'door.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByRole('img', { name: 'The order at the door' })).toBeTruthy();
  await user.press('Confirm delivery');

  expect(await onlyRequest(delivered)).toMatchObject({
    body: { deliveryId: id(1) },
    files: { photo: ['door.jpg'] },
  });
});

test('replaces a wrong code with a photo', async () => {
  const wrong = refusal(409, 'dispatch.drop-code', 'Wrong code');
  serve(tripRoutes.deliver, wrong);
  const { user, container } = await opened({ stops: [stopOf()] });
  await user.type(screen.getByRole('textbox', { name: "Customer's code" }), '99');
  await user.press('Confirm delivery');
  await screen.findByRole('alert');
  const delivered = takes('deliver', { isOver: true, delivered: 1 });

  const chooser = container.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(chooser, new File(['door'], 'door.jpg', { type: 'image/jpeg' }));
  await user.press('Confirm delivery');

  expect(await onlyBody(delivered)).toEqual({ deliveryId: id(1) });
});

test('keeps the delivery open after a wrong customer code', async () => {
  serve(
    tripRoutes.deliver,
    refusal(409, 'dispatch.drop-code', 'Wrong code', {
      fields: [{ path: 'code', message: 'Ask the customer again' }],
    }),
  );
  const { user } = await opened({ stops: [stopOf()] });

  await user.type(screen.getByRole('textbox', { name: "Customer's code" }), '99');
  await user.press('Confirm delivery');

  expect(await screen.findByText('Ask the customer again')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'O-106274' })).toBeTruthy();
});

test("returns a failed delivery with a reason from the store's list", async () => {
  const failed = takes('fail', { failed: 1 });
  const { user } = await opened({ stops: [stopOf()] });

  await user.press("Couldn't deliver");
  expect(button('Return to store').disabled).toBe(true);
  await user.select('What happened?', 'Address not found');
  await user.press('Return to store');

  expect(await onlyBody(failed)).toMatchObject({ deliveryId: id(1), reason: 'Address not found' });
});

test('picks up a return without a code and with a note for the store', async () => {
  const collected = takes('collect', { stops: [] });
  const { user } = await opened({ stops: [stopOf({ errand: 'collect', returnNumber: 'R-5' })] });

  expect(screen.queryByRole('textbox', { name: "Customer's code" })).toBeNull();
  expect(screen.getByRole('heading', { name: 'R-5' })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /Note for the store/ }), 'Box open');
  await user.press('Confirm pickup');

  await waitFor(() => expect(collected).toMatchObject([{ body: { deliveryId: id(1), note: 'Box open' } }]));
});

test('shows a change by the store without a step of the driver', async () => {
  await opened({ stops: [stopOf({ status: 'accepted' })], stamp: 'before' });

  now = tripPage({ stops: [stopOf({ status: 'pickedUp' })], stamp: 'after' });

  // The check for changes runs every 1.5 seconds.
  expect(await screen.findByText('Picked up', {}, { timeout: 4000 })).toBeTruthy();
});

test('shows the current trip after the store changed it', async () => {
  serve(
    tripRoutes.start,
    refusal(409, 'dispatch.trip-changed', 'The store has changed this trip', {
      data: tripPage({ stops: [stopOf({ _id: id(8), orderNumber: 'O-200', status: 'accepted' })] }),
    }),
  );
  const { user } = await opened({ stops: [stopOf({ status: 'pickedUp' })] });

  await user.press('Start trip');

  expect(await screen.findByRole('heading', { name: 'O-200' })).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('The store has changed this trip');
});

test('shows call and navigation links for a stop on the way', async () => {
  const address = { line1: '1 Elm Street', line2: null, city: 'Austin', state: 'TX', postalCode: '78701' };
  await opened({ stops: [stopOf({ address, note: 'Ring twice' })] });

  expect(hrefOf(screen.getByRole('link', { name: 'Call' }))).toBe('tel:+12025550199');
  expect(hrefOf(screen.getByRole('link', { name: 'Navigate' }))).toContain('1%20Elm%20Street');
  expect(screen.getByText('Ring twice')).toBeTruthy();
});
