import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveLayout, show } from '../../../test/render.tsx';
import type { MapPin } from './map.ts';
import { MapView } from './map-view.tsx';

beforeEach(giveLayout);

const store: MapPin = {
  id: 'store',
  latitude: 30.27,
  longitude: -97.74,
  name: 'North, store',
  label: 'North',
  icon: null,
  isStatic: true,
};
const order: MapPin = {
  id: 'order',
  latitude: 30.3,
  longitude: -97.7,
  name: 'A-1001, Grace Hill, waiting',
  label: 'A-1001',
  icon: null,
  family: 'waiting',
};

test('renders a pin as a button with its name and selection, and a static pin as an image', async () => {
  const press = vi.fn();
  const { user } = await show(
    <MapView label="Orders" pins={[store, { ...order, isSelected: true }]} onPress={press} />,
  );

  const button = await screen.findByRole('button', { name: 'A-1001, Grace Hill, waiting', pressed: true });
  button.focus();
  await user.keyboard('{Enter}');

  expect(press.mock.calls).toEqual([['order']]);
  expect(screen.getByRole('img', { name: 'North, store' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Orders' })).toBeTruthy();
});

test('moves a pin with arrow keys', async () => {
  const move = vi.fn();
  const { user } = await show(<MapView label="Position" pins={[order]} onMove={move} />);

  (await screen.findByRole('button', { name: order.name })).focus();
  await user.keyboard('{ArrowUp}{ArrowRight}x');

  expect(move).toHaveBeenCalledTimes(2);
  expect(move.mock.calls[0]).toEqual(['order', { latitude: expect.any(Number), longitude: order.longitude }]);
  expect(move.mock.calls[0]![1].latitude).toBeGreaterThan(order.latitude);
  expect(move.mock.calls[1]![1].longitude).toBeGreaterThan(order.longitude);
});

test('zooms with buttons and resets to show everything', async () => {
  const { user } = await show(<MapView label="Orders" pins={[store, order]} />);
  const scale = () => document.querySelector('.leaflet-control-scale')?.textContent;
  await screen.findByRole('button', { name: 'Zoom in' });
  const whole = scale();

  for (let times = 0; times < 5; times += 1) {
    await user.press('Zoom in');
  }
  await waitFor(() => expect(scale()).not.toBe(whole));
  await user.press('Show everything on the map');

  await waitFor(() => expect(scale()).toBe(whole));
});

test('reports the position of a click on the map but not on a pin', async () => {
  const place = vi.fn();
  const { user } = await show(<MapView label="Area" pins={[order]} onPress={() => {}} onPlace={place} />);

  (await screen.findByRole('button', { name: order.name })).focus();
  await user.keyboard('{Enter}');
  expect(place).not.toHaveBeenCalled();
  await user.click(screen.getByRole('region', { name: 'Area' }));

  expect(place.mock.calls).toEqual([[{ latitude: expect.any(Number), longitude: expect.any(Number) }]]);
});
