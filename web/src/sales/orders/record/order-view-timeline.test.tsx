import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftsInMemory } from '../../../../test/drafts.ts';
import { refusal, serve } from '../../../../test/server.ts';
import { event, order } from '../order.fixtures.ts';
import { opened, panel } from './order-view.fixtures.tsx';

test('lists events, newest first', async () => {
  await opened(
    order({
      events: [
        event(1),
        event(2, { from: 'orderPlaced', to: 'processing', by: 'Ada Stone', at: '2026-11-20T11:00:00.000Z' }),
        event(3, { kind: 'note', to: null, by: 'Ben', note: 'Rings twice', at: '2026-11-20T12:00:00.000Z' }),
      ],
    }),
  );

  const timeline = (await panel('Timeline')).textContent ?? '';
  const places = ['Rings twice', 'Ada Stone', 'Placed'].map((text) => timeline.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('adds an internal note and clears the field', async () => {
  const shown = order();
  const { user } = await opened(shown);
  const noted = event(2, { kind: 'note', to: null, by: 'Ada Stone', note: 'Call first' });
  const notes = serve(orderRoutes.addNote, { ...shown, events: [...shown.events, noted] });

  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for colleagues' });
  await user.type(field, ' Call first ');
  await user.press('Add note');

  expect(await screen.findByText('Call first', { selector: ':not(textarea)' })).toBeTruthy();
  expect(notes[0]).toMatchObject({ params: [shown._id], body: { note: 'Call first' } });
  await waitFor(() => expect(field.value).toBe(''));
});

test('keeps text typed while a note is being saved', async () => {
  const shown = order();
  const { user } = await opened(shown);
  let add: () => void = () => undefined;
  serve(orderRoutes.addNote, () => new Promise((resolve) => (add = () => resolve(shown))));

  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for colleagues' });
  await user.type(field, 'Call first');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.type(field, '{Enter}Rings twice');
  await act(async () => add());

  await waitFor(() => expect(field.value).toBe('Rings twice'));
});

test("keeps a note that couldn't be saved", async () => {
  const { user } = await opened(order());
  serve(orderRoutes.addNote, refusal(500, 'internal', 'Something broke'));

  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for colleagues' });
  await user.type(field, 'Call first');
  await user.keyboard('{Control>}{Enter}{/Control}');

  expect((await screen.findByRole('alert')).textContent).toContain('Something broke');
  expect(field.value).toBe('Call first');
});

test('keeps an unfinished note when the order is left', async () => {
  const drafts = draftsInMemory();
  const shown = order();
  const first = await opened(shown);
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for colleagues' });
  await first.user.type(await field(), 'Rings twice');
  first.unmount();

  const { user } = await opened(shown);

  await waitFor(async () => expect((await field()).value).toBe('Rings twice'));
  serve(orderRoutes.addNote, shown);
  await user.press('Add note');
  await waitFor(() => expect(drafts.size).toBe(0));
});
