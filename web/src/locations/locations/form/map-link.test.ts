import { expect, test } from 'vitest';
import { pointIn } from './map-link.ts';

const austin = { latitude: 30.2672, longitude: -97.7431 };

test.each([
  ['30.2672, -97.7431'],
  ['30.2672 -97.7431'],
  ['https://www.google.com/maps/@30.2672,-97.7431,15z'],
  ['https://www.google.com/maps/place/Shop/@30.1,-97.1,17z/data=!4m5!3m4!8m2!3d30.2672!4d-97.7431'],
  ['https://www.google.com/maps/search/?api=1&query=30.2672%2C-97.7431'],
  ['https://maps.google.com/?q=30.2672,-97.7431'],
  ['https://www.openstreetmap.org/?mlat=30.2672&mlon=-97.7431#map=17/30.1/-97.1'],
  ['https://www.openstreetmap.org/#map=17/30.2672/-97.7431'],
  ['https://maps.apple.com/?ll=30.2672,-97.7431&q=Shop'],
])('reads a point in Austin from %s', (text) => {
  expect(pointIn(text)).toEqual(austin);
});

test.each([['Main Street 1, Austin'], ['https://maps.app.goo.gl/abcdef'], ['91, 0'], ['']])(
  'finds no point in "%s"',
  (text) => {
    expect(pointIn(text)).toBeNull();
  },
);
