import { formatMoney } from '@aisle/contract/core/money';
import type { CommissionSums } from '@aisle/contract/finance/commission-simulator';

/** How much more or less commission, with its sign. */
export function DifferenceText({ actual, simulated }: Pick<CommissionSums, 'actual' | 'simulated'>) {
  const difference = simulated - actual;
  return (
    <span className="tabular">
      {difference > 0 && '+'}
      {formatMoney(difference)}
    </span>
  );
}
