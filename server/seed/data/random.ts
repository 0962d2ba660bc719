/** A small seeded generator (mulberry32): the same seed always gives the same marketplace. */
export type Random = {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the items, with a probability proportional to its weight. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
  /** Roughly normal, as the sum of six uniform draws: never more than 4.3 deviations from the mean. */
  normal(mean?: number, deviation?: number): number;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
};

export const defaultSeed = 20260101;

/** The generator for one named record, so that adding a product doesn't change the draws of the others. */
export function randomFor(name: string, seed: number = defaultSeed): Random {
  return random(hash(name) ^ seed);
}

export function random(seed: number = defaultSeed): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => mustHave(items[int(0, items.length - 1)]),
    weighted(items) {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0);
      let left = next() * total;
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return mustHave(items.at(-1))[0];
    },
    normal(mean = 0, deviation = 1) {
      let sum = 0;
      for (let draw = 0; draw < 6; draw += 1) sum += next();
      return mean + deviation * (sum - 3) * Math.SQRT2;
    },
    shuffle(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = int(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
}

/** FNV-1a: converts a name to a number, the same on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

function mustHave<T>(item: T | undefined): T {
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}
