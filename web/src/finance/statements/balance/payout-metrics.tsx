import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import type { PayoutOutlook } from '@aisle/contract/finance/statements';
import { MetricValue } from '../../../ui/values/metric.tsx';
import { aboutMoney } from './about-money.ts';

interface NextPayoutProps {
  next: PayoutOutlook['next'];
  locationId: string;
}
/** "Next payout 12/09/2026: about $11,600", with a link to the statements or entries that make it. */
export function NextPayout({ next, locationId }: NextPayoutProps) {
  if (!next) return <MetricValue label="Next payout" value="Not scheduled" />;
  const { day, amount, isEstimate } = next;
  if (day === null) {
    return (
      <MetricValue
        label="Next payout, not paid yet"
        value={formatMoney(amount)}
        to="/statements"
        search={{ locationId, tab: 'open' }}
      />
    );
  }
  const text =
    amount === 0 ? 'Nothing so far' : isEstimate ? `about ${aboutMoney(amount)}` : formatMoney(amount);
  return (
    <MetricValue
      label={`Next payout ${formatDay(day)}`}
      value={text}
      to="/statements/balance/$id"
      params={{ id: locationId }}
    />
  );
}

/** "Last payout 11/28/2026 to ••8730: $10,848.67", with a link to its statement. */
export function LastPayout({ last }: Pick<PayoutOutlook, 'last'>) {
  if (!last) return <MetricValue label="Last payout" value="None yet" />;
  const { amount, paidOn, accountLast4, statement } = last;
  return (
    <MetricValue
      label={`Last payout ${formatDay(paidOn)}${accountLast4 ? ` to ••${accountLast4}` : ''}`}
      value={formatMoney(amount)}
      to="/statements/$id"
      params={{ id: statement._id }}
    />
  );
}
