import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import type { MoneyPlan } from '@aisle/contract/sales/refunds';
import { Skeleton } from '@mantine/core';
import classes from './money-plan.module.css';

interface MoneyPlanTableProps {
  plan: MoneyPlan | undefined;
  /** True while it is that of an earlier wish. */
  isOld?: boolean;
  /** The parent already shows a title. */
  isTitled?: boolean;
}

const waysBack = { card: 'Onto the card', hand: 'Handed back by somebody', coins: 'In coins' } as const;

/** What happens to each party's money, shown before the user confirms. */
export function MoneyPlanTable({ plan, isOld = false, isTitled = false }: MoneyPlanTableProps) {
  if (!plan) return <Skeleton height={150} aria-busy="true" />;
  const lines = plan.lines.filter(({ amount }) => amount !== 0);
  return (
    <div
      className={classes.plan}
      data-old={isOld || undefined}
      data-plain={isTitled || undefined}
      aria-live="polite"
    >
      <table>
        <caption className={isTitled ? 'visually-hidden' : undefined}>What this does</caption>
        <tbody>
          {lines.map((line) => (
            <tr key={line.lineId}>
              <th scope="row">
                {line.name}
                {line.tax !== 0 && <small>{formatMoney(line.tax)} of it is tax</small>}
              </th>
              <td>{formatMoney(line.amount)}</td>
            </tr>
          ))}
          {plan.deliveryFee > 0 && (
            <tr>
              <th scope="row">Delivery fee</th>
              <td>{formatMoney(plan.deliveryFee)}</td>
            </tr>
          )}
          {plan.released > 0 && (
            <tr className={classes.first}>
              <th scope="row">Never collected</th>
              <td>{formatMoney(plan.released)}</td>
            </tr>
          )}
          <tr className={classes.first}>
            <th scope="row">
              Back to the customer
              {plan.by && <small>{waysBack[plan.by]}</small>}
            </th>
            <td>{formatMoney(plan.refund)}</td>
          </tr>
          <tr>
            <th scope="row">{plan.inBooks ? 'Tax taken back' : 'Tax not due'}</th>
            <td>{formatMoney(plan.tax)}</td>
          </tr>
          <tr>
            <th scope="row">{plan.inBooks ? 'Commission given back' : 'Commission not earned'}</th>
            <td>{formatMoney(plan.commission)}</td>
          </tr>
          {plan.coinsReturned > 0 && (
            <tr>
              <th scope="row">
                Coins given back
                {plan.inCoins > 0 && <small>{formatMoney(plan.inCoins)} of it was paid with coins</small>}
              </th>
              <td>{formatCount(plan.coinsReturned)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">
              {plan.inBooks ? 'Coins taken back' : 'Coins not earned'}
              {plan.coinsWorth > 0 && <small>Worth {formatMoney(plan.coinsWorth)}</small>}
            </th>
            <td>{formatCount(plan.coins)}</td>
          </tr>
          <tr>
            <th scope="row">
              Payout of the location
              {plan.inBooks && plan.payout < 0 && <small>On its next statement</small>}
            </th>
            <td>{formatMoney(plan.payout)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
