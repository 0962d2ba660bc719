/** Round steps for an axis that includes zero: about four, from at or below the lowest value to at or above the highest. */
export function axisSteps(highest: number, lowest = 0): number[] {
  const [high, low] = [Math.max(0, highest), Math.min(0, lowest)];
  if (high === low) return [0];
  const rough = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Indexes of the points with a label below the axis: the first, the last and some evenly spaced in between. */
export function axisTicks(points: number, max: number): number[] {
  if (points <= max) return Array.from({ length: points }, (_, index) => index);
  return Array.from({ length: max }, (_, index) => Math.round((index * (points - 1)) / (max - 1)));
}
