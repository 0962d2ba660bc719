import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { locationOf } from '../locations.fixtures.ts';
import { AreaView, deliversText } from './area-view.tsx';

const points = [
  { latitude: 30, longitude: -98 },
  { latitude: 31, longitude: -98 },
  { latitude: 31, longitude: -97 },
];

test('counts the latest deliveries inside a polygon', async () => {
  const location = locationOf({ deliveryArea: { kind: 'polygon', points } });
  const places = [
    { latitude: 30.9, longitude: -97.8 },
    { latitude: 30.1, longitude: -97.1 },
  ];

  await show(<AreaView location={location} places={places} />);

  expect(await screen.findByText('1 of the last 2 deliveries were within this area.')).toBeTruthy();
  expect(deliversText(location)).toBe('Area on the map with 3 corners');
});

test('lists postal codes', async () => {
  const location = locationOf({ deliveryArea: { kind: 'postalCodes', codes: ['78701', '78702'] } });

  await show(<AreaView location={location} places={[]} />);

  expect((await screen.findByRole('list', { name: 'Postal codes' })).textContent).toBe('7870178702');
  expect(deliversText(location)).toBe('2 postal codes');
});
