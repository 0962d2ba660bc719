/** A number in [0, 1) derived from two whole numbers, so that the same draw always has the same result. */
export function draw(a: number, b: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
}

export const pickBy = <T>(items: readonly T[], share: number): T => items[Math.floor(share * items.length)]!;

/** The index of the weight for a draw; `sums` contains the cumulative sums of the weights. */
export function indexBy(sums: Float64Array, share: number): number {
  const wanted = share * sums.at(-1)!;
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function runningSums(weights: readonly number[]): Float64Array {
  let sum = 0;
  return Float64Array.from(weights, (weight) => {
    sum += weight;
    return sum;
  });
}

/** A sample, spread evenly over all. */
export const spread = <T>(items: readonly T[], most: number): T[] =>
  Array.from({ length: Math.min(most, items.length) }, (_, index) =>
    pickBy(items, index / Math.min(most, items.length)),
  );
