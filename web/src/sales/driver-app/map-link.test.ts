import { expect, test } from 'vitest';
import { mapLink } from './map-link.ts';

const address = { line1: '9 Oak St', city: 'Austin', state: 'TX', postalCode: '78702' };
const there = { ...address, latitude: 30.28, longitude: -97.73 };

test.each([
  [there, 'Android', 'geo:30.28,-97.73?q=30.28,-97.73(9%20Oak%20St%2C%20Austin%2C%20TX%2078702)'],
  [address, 'Android', 'geo:0,0?q=9%20Oak%20St%2C%20Austin%2C%20TX%2078702'],
  [there, 'iPhone', 'https://maps.apple.com/?daddr=30.28%2C-97.73'],
])('links to the coordinates, or else to the address', (address, agent, link) => {
  expect(mapLink(address, agent)).toBe(link);
});
