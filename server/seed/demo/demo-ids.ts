import { random, randomFor } from '../data/random.ts';

const dice = random(7_042_026);
const hex = (digits: number, from = dice) => {
  let text = '';
  while (text.length < digits) text += from.int(0, 0xffff).toString(16).padStart(4, '0');
  return text.slice(0, digits);
};

/** A UUIDv7 for a point in time. The same start creates the same IDs. */
export function idAt(at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0');
  const variant = '89ab'[dice.int(0, 3)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
}

const otherDice = randomFor('ids without a time');
/**
 * A random UUID with the end of a time-based one, as all customers have: a time would show a store that a customer it enters as
 * new was known before. A completely new UUID would change all later IDs.
 */
export const withoutTime = (id: string): string =>
  `${hex(8, otherDice)}-${hex(4, otherDice)}-4${id.slice(15)}`;

/** Returns the same ID for the same key. */
export function idsByKey(at: number) {
  const known = new Map<string, string>();
  return (key: string): string => {
    let id = known.get(key);
    if (!id) {
      id = idAt(at);
      known.set(key, id);
    }
    return id;
  };
}
