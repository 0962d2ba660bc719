import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { OrderEditPlan } from '@aisle/contract/sales/orders/order-lines';
import type { MoneyPlan } from '@aisle/contract/sales/refunds/refunds';
import { Skeleton } from '@mantine/core';
import classes from './money-plan.module.css';

interface MoneyPlanTableProps {
  plan: MoneyPlan | undefined;
  /** True while the plan belongs to earlier input. */
  isOld?: boolean;
  /** The part of the refund that doesn't wait for returned items. */
  refundNow?: number;
  /** The parent already shows a title. */
  isTitled?: boolean;
  /** The order that is left, if the plan is about a part of it. */
  rest?: Pick<OrderEditPlan, 'total' | 'lost' | 'gained'> | undefined;
}

const refundMethodLabels = {
  card: 'To card',
  hand: 'In cash',
  coins: 'In coins',
  storeCredit: 'To store credit',
  giftCard: 'To gift card',
} as const;

/** The effect on each party's money, shown before the user confirms. */
export function MoneyPlanTable({
  plan,
  refundNow = 0,
  isOld = false,
  isTitled = false,
  rest,
}: MoneyPlanTableProps) {
  if (!plan) return <Skeleton height={150} aria-busy="true" />;
  const lines = plan.lines.filter(({ goods, amount }) => goods !== 0 || amount !== 0);
  return (
    <div
      className={classes.plan}
      data-old={isOld || undefined}
      data-plain={isTitled || undefined}
      aria-live="polite"
    >
      <table>
        <caption className={isTitled ? 'visually-hidden' : undefined}>Preview</caption>
        <tbody>
          {lines.map((line) => (
            <tr key={line.lineId}>
              <th scope="row">
                {itemName(line)}
                {line.tax !== 0 && <small>Includes {formatMoney(line.tax)} tax</small>}
                {line.amount === 0 && (
                  <small>
                    {formatMoney(line.goods)} less {formatMoney(line.discount)} discount
                  </small>
                )}
              </th>
              <td>{formatMoney(line.amount)}</td>
            </tr>
          ))}
          {plan.deliveryFee !== 0 && (
            <tr>
              <th scope="row">Delivery fee</th>
              <td>{formatMoney(plan.deliveryFee)}</td>
            </tr>
          )}
          {rest && <RestRows {...rest} />}
          {plan.released > 0 && (
            <tr className={classes.first}>
              <th scope="row">Not charged</th>
              <td>{formatMoney(plan.released)}</td>
            </tr>
          )}
          {plan.refund > 0 && (
            <tr className={classes.first}>
              <th scope="row">
                Refund to customer
                {plan.by && <small>{refundMethodLabels[plan.by]}</small>}
              </th>
              <td>{formatMoney(plan.refund)}</td>
            </tr>
          )}
          {refundNow > 0 && refundNow < plan.refund && (
            <>
              <tr>
                <th scope="row">Refunded now</th>
                <td>{formatMoney(refundNow)}</td>
              </tr>
              <tr>
                <th scope="row">Refunded after the items are received</th>
                <td>{formatMoney(plan.refund - refundNow)}</td>
              </tr>
            </>
          )}
          <tr>
            <th scope="row">{plan.inBooks ? 'Tax reversed' : 'Tax not due'}</th>
            <td>{formatMoney(plan.tax)}</td>
          </tr>
          <tr>
            <th scope="row">{plan.inBooks ? 'Commission returned' : 'Commission not earned'}</th>
            <td>{formatMoney(plan.commission)}</td>
          </tr>
          {plan.inGiftCards > 0 && plan.by !== 'giftCard' && (
            <tr>
              <th scope="row">Returned to gift cards</th>
              <td>{formatMoney(plan.inGiftCards)}</td>
            </tr>
          )}
          {plan.inCredit > 0 && plan.by !== 'storeCredit' && (
            <tr>
              <th scope="row">Returned to store credit</th>
              <td>{formatMoney(plan.inCredit)}</td>
            </tr>
          )}
          {plan.coinsReturned > 0 && (
            <tr>
              <th scope="row">
                Coins returned
                {plan.inCoins > 0 && <small>Includes {formatMoney(plan.inCoins)} paid with coins</small>}
              </th>
              <td>{formatCount(plan.coinsReturned)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">
              {plan.inBooks ? 'Coins reversed' : 'Coins not earned'}
              {plan.coinsWorth > 0 && <small>Worth {formatMoney(plan.coinsWorth)}</small>}
              {plan.coinsNotTaken > 0 && (
                <small>{formatCount(plan.coinsNotTaken)} more are already spent and stay spent</small>
              )}
            </th>
            <td>{formatCount(plan.coins - plan.coinsNotTaken)}</td>
          </tr>
          <tr>
            <th scope="row">
              Store payout
              {plan.inBooks && plan.payout < 0 && <small>On the next statement</small>}
            </th>
            <td>{formatMoney(plan.payout)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The new total of the order, and the promotions that give less or more than before. */
function RestRows({ total, lost, gained }: Pick<OrderEditPlan, 'total' | 'lost' | 'gained'>) {
  return (
    <>
      {lost.map(({ promotionId, label, amount }) => (
        <tr key={promotionId}>
          <th scope="row">
            {label}
            <small>Discount lost, included above</small>
          </th>
          <td>{formatMoney(amount)}</td>
        </tr>
      ))}
      {gained.map(({ promotionId, label, amount }) => (
        <tr key={promotionId}>
          <th scope="row">
            {label}
            <small>Discount gained, included above</small>
          </th>
          <td>{formatMoney(amount)}</td>
        </tr>
      ))}
      <tr className={classes.first}>
        <th scope="row">New total</th>
        <td>{formatMoney(total)}</td>
      </tr>
    </>
  );
}
