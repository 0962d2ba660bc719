import { formatDay } from '@aisle/contract/core/dates';

interface Period {
  from: string;
  to: string;
}
/** "10/01/2026 – 10/31/2026", or one date for a single day. */
const periodText = ({ from, to }: Period): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;

export const PeriodText = ({ period }: { period: Period }) => (
  <span className="tabular">{periodText(period)}</span>
);
