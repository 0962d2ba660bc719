import { kmToMiles } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import type { OrderDetailsPlan } from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Alert } from '@mantine/core';
import classes from '../record/order-record.module.css';

interface DetailsPlanTableProps {
  order: Order;
  plan: OrderDetailsPlan;
  /** The plan is that of an earlier wish. */
  isOld: boolean;
}

/** What another address does to the delivery fee and the total. */
export function DetailsPlanTable({ order, plan, isOld }: DetailsPlanTableProps) {
  const { distanceKm, distanceIsApproximate, deliveryFee, total } = plan;
  return (
    <>
      {distanceKm === null && (
        <Alert color="yellow" variant="light">
          We couldn't locate this address. Check it: the delivery area isn't verified and the fee doesn't
          include distance.
        </Alert>
      )}
      <table className={classes.change} data-old={isOld || undefined} aria-live="polite">
        <caption>{total === order.total ? 'The total stays the same' : 'New total'}</caption>
        <tbody>
          {distanceKm !== null && (
            <tr>
              <th scope="row">Distance</th>
              <td>
                {distanceIsApproximate && 'about '}
                {kmToMiles(distanceKm).toFixed(1)} mi
              </td>
            </tr>
          )}
          <ChangeRow name="Delivery fee" was={order.deliveryFee} is={deliveryFee} />
          <ChangeRow name="Total" was={order.total} is={total} />
          {total !== order.total && (
            <tr>
              <th scope="row">{total > order.total ? 'More to pay' : 'Less to pay'}</th>
              <td>{formatMoney(Math.abs(total - order.total))}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}

function ChangeRow({ name, was, is }: { name: string; was: number; is: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {was !== is && (
          <del>
            <span className="visually-hidden">before </span>
            {formatMoney(was)}
          </del>
        )}{' '}
        {formatMoney(is)}
      </td>
    </tr>
  );
}
