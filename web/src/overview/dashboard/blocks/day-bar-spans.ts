export interface Day {
  day: string;
  gross: number;
  orders: number;
}
/** The sales of one or several days. */
export interface Bar {
  from: string;
  to: string;
  gross: number;
  orders: number;
}

/** More bars than this would be too thin to distinguish. */
const maxBars = 92;

/** Groups days into bars; a long period gets one bar for seven days. */
export function barsOf(days: readonly Day[]): Bar[] {
  const length = days.length > maxBars ? 7 : 1;
  const bars: Bar[] = [];
  for (let at = 0; at < days.length; at += length) {
    const span = days.slice(at, at + length);
    const [first, last] = [span[0], span.at(-1)];
    if (!first || !last) continue;
    bars.push({
      from: first.day,
      to: last.day,
      gross: span.reduce((sum, { gross }) => sum + gross, 0),
      orders: span.reduce((sum, { orders }) => sum + orders, 0),
    });
  }
  return bars;
}
