import { messageRoutes } from '@aisle/contract/service/messages';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { UnsubscribeScreen } from './unsubscribe.tsx';

const subscription = { brandName: 'Corner Fresh', email: 'a…@shoppers.example', subscribed: true };
const opened = () =>
  show(<UnsubscribeScreen />, { at: '/unsubscribe/token', page: '/unsubscribe/$token', isPublic: true });

test('unsubscribes with one button and lists the messages that continue', async () => {
  serve(messageRoutes.showSubscription, subscription);
  const left = serve(messageRoutes.unsubscribe, { ...subscription, subscribed: false });
  const { user } = await opened();
  await screen.findByText(/to a…@shoppers\.example will stop/);

  await user.press('Unsubscribe');

  await screen.findByRole('heading', { name: "You're unsubscribed" });
  expect(screen.getByRole('status').textContent).toContain('You still get messages about your orders');
  expect(left).toHaveLength(1);
});

test('hides the button from unsubscribed customers', async () => {
  serve(messageRoutes.showSubscription, { ...subscription, subscribed: false });

  await opened();

  await screen.findByRole('heading', { name: "You're unsubscribed" });
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull();
});

test('explains that a link is invalid', async () => {
  serve(messageRoutes.showSubscription, refusal(404, 'not-found', 'Not found'));

  await opened();

  await screen.findByRole('heading', { name: "This link doesn't work" });
});

test('retries a failed link lookup', async () => {
  serve(messageRoutes.showSubscription, refusal(503, 'unavailable', 'Try again later'));
  const { user } = await opened();
  const again = await screen.findByRole('button', { name: 'Try again' });
  serve(messageRoutes.showSubscription, subscription);

  await user.click(again);

  await screen.findByRole('heading', { name: 'Unsubscribe from Corner Fresh?' });
});
