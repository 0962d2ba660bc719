import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { geocodingRoutes } from '@aisle/contract/system/geocoding';
import { afterAll, expect, test } from 'vitest';
import { openShop, type Person } from '../../../test/shop.ts';

const address = { line1: '9 Oak St', city: 'Austin', state: 'TX', postalCode: '78703' };
const place = {
  lat: '30.2911',
  lon: '-97.7702',
  display_name: 'somewhere',
  address: {
    house_number: '9',
    road: 'Oak Street',
    town: 'Austin',
    state: 'Texas',
    'ISO3166-2-lvl4': 'US-TX',
    postcode: '78703',
  },
};

let answer: { status: number; body: string };
const requests: URL[] = [];

const nominatim = createServer((request, response) => {
  requests.push(new URL(request.url!, 'http://nominatim.example'));
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
await new Promise<void>((resolve) => nominatim.listen(0, '127.0.0.1', resolve));
const { port } = nominatim.address() as AddressInfo;
const shop = await openShop({ geocoderUrl: `http://127.0.0.1:${port}/geo` });
const without = await openShop();
const withGeocoder = await shop.signIn({ permissions: [] });
const withoutGeocoder = await without.signIn({ permissions: [] });
afterAll(async () => {
  await Promise.all([shop.close(), without.close()]);
  nominatim.close();
});

const suggest = (person: Person, text: string) => person.do(geocodingRoutes.suggest, { body: { text } });
const locate = (person: Person, more: Partial<typeof address> = {}) =>
  person.do(geocodingRoutes.locate, { body: { address: { ...address, ...more } } });

test('returns suggestions with the parts of an address in our fields', async () => {
  answer = { status: 200, body: JSON.stringify([place, { ...place, address: { road: 'No City Rd' } }]) };

  expect(await suggest(withGeocoder, '9 oak st austin')).toEqual({
    isAvailable: true,
    suggestions: [
      {
        label: '9 Oak Street, Austin, TX 78703',
        line1: '9 Oak Street',
        city: 'Austin',
        state: 'TX',
        postalCode: '78703',
        latitude: 30.2911,
        longitude: -97.7702,
      },
    ],
  });
  expect(requests.at(-1)!.pathname).toBe('/geo/search');
  expect(requests.at(-1)!.searchParams.get('q')).toBe('9 oak st austin');
});

test('locates an address exactly by the geocoder and caches it', async () => {
  answer = { status: 200, body: JSON.stringify([place]) };
  const first = await locate(withGeocoder);
  const count = requests.length;

  expect(first).toEqual({ latitude: 30.2911, longitude: -97.7702, isApproximate: false });
  expect(await locate(withGeocoder)).toEqual(first);
  expect(requests).toHaveLength(count);
});

test.each([
  ['fails', { status: 500, body: 'oops' }],
  ['answers something else', { status: 200, body: '{"error": "no"}' }],
  ['does not know it', { status: 200, body: '[]' }],
])('locates an address roughly by postal code if the geocoder %s', async (why, response) => {
  answer = response;

  const point = await locate(withGeocoder, { line1: `1 ${why} St` });
  expect(point).toMatchObject({ isApproximate: true });
  expect(point!.latitude).toBeCloseTo(30.29, 1);
});

test('suggests nothing without a geocoder and locates addresses by postal code', async () => {
  expect(await suggest(withoutGeocoder, '9 oak st')).toEqual({ isAvailable: false, suggestions: [] });
  expect(await locate(withoutGeocoder, { postalCode: '78703-1234' })).toMatchObject({ isApproximate: true });
  expect(await locate(withoutGeocoder, { postalCode: '00000' })).toBeNull();
});
