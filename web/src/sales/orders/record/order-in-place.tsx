import { countedName } from '@aisle/contract/core/quantity';
import { countItems, itemsText } from '@aisle/contract/sales/orders/item-count';
import { quantityInBag } from '@aisle/contract/sales/orders/line-outcome';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { Button, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { LocationLink } from '../../../links/locations/location-link.tsx';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { DateText, MoneyText } from '../../../ui/values/values.tsx';
import { slotText } from '../../../ui/values/when.ts';
import { RefundButton } from '../../refunds/refund-button.tsx';
import { RequestReturnButton } from '../../returns/request-return-button.tsx';
import { EndingDialog } from '../actions/ending-dialog.tsx';
import { OvertakenNotice } from '../actions/order-actions.tsx';
import { plansFor, type StepPlan } from '../actions/step-labels.ts';
import { useSteps } from '../actions/use-steps.ts';
import { chargeText, dueLabel, OrderBadges } from './order-head.tsx';
import classes from './order-in-place.module.css';
import { OrderMessages } from './order-messages.tsx';

interface OrderInPlaceProps {
  id: string;
  /** Gets the result as text: "Refunded $11.58 to card". */
  onDone: (result: string) => void;
}

/** An order inside another screen, such as a ticket, with the actions that support needs. */
export function OrderInPlace({ id, onDone }: OrderInPlaceProps) {
  const query = useQuery({
    ...read(orderRoutes.view, { params: { id } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (query.data) {
    return (
      <>
        <OrderPanel key={query.data._id} order={query.data} onDone={onDone} />
        <OrderMessages
          orderId={query.data._id}
          timeZone={query.data.timeZone}
          fulfilment={query.data.fulfilment}
        />
      </>
    );
  }
  return (
    <Panel title="Order">
      {query.error ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Skeleton height={160} aria-busy="true" className="after-a-while" />
      )}
    </Panel>
  );
}

function OrderPanel({ order, onDone }: { order: Order; onDone: OrderInPlaceProps['onDone'] }) {
  const steps = useSteps(order);
  const { timeZone } = order;
  return (
    <Panel title="Order" tools={<OrderBadges order={order} />}>
      <div className={`grid gap-3 min-w-0 ${classes.order}`}>
        <OvertakenNotice {...steps} />
        <Facts
          facts={[
            ['Number', <OrderLink key="number" id={order._id} number={order.number} />],
            [
              'Payment',
              <span key="payment" className="tabular">
                {chargeText(order)}
              </span>,
            ],
            ['Placed', <DateText key="placed" value={order.createdAt} withTime timeZone={timeZone} />],
            order.deliveredAt
              ? [
                  'Delivered',
                  <DateText key="delivered" value={order.deliveredAt} withTime timeZone={timeZone} />,
                ]
              : [dueLabel(order), slotText(order.slot, timeZone)],
            ['Location', <LocationLink key="location" id={order.locationId} name={order.locationName} />],
          ]}
        />
        <Items order={order} />
        <Actions order={order} steps={steps} onDone={onDone} />
      </div>
    </Panel>
  );
}

function Items({ order: { lines } }: { order: Order }) {
  return (
    <details className={classes.items} open={lines.length <= 6}>
      <summary>{itemsText(countItems(lines))}</summary>
      <ul aria-label="Items">
        {lines.map((line) => (
          <li key={line._id} data-off={quantityInBag(line) === 0 || undefined}>
            <span className="min-w-0 break-anywhere">
              {countedName(line.pickedQuantity ?? line.quantity, line)}
            </span>
            <MoneyText value={line.total} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ActionsProps {
  order: Order;
  steps: ReturnType<typeof useSteps>;
  onDone: OrderInPlaceProps['onDone'];
}
/** Refund, replace, cancel and resend, as far as the order and the user's permissions allow. */
function Actions({ order, steps, onDone }: ActionsProps) {
  const mayAdd = useCan('order_add');
  const [ending, setEnding] = useState<StepPlan | null>(null);
  const cancelling = plansFor(order).endings.find((plan) => plan.steps[0] === 'cancelled');
  return (
    <div className="flex wrap gap-2">
      {order.refunded > 0 && (
        <Text size="sm" c="dimmed" className={classes.after}>
          <MoneyText value={order.paid - order.refunded} /> after refunds
        </Text>
      )}
      <RefundButton order={order} onDone={onDone} />
      {order.status === 'delivered' && !order.replacementFor && (
        <RequestReturnButton order={order} onDone={onDone} />
      )}
      {cancelling && (
        <Button variant="default" onClick={() => setEnding(cancelling)}>
          Cancel…
        </Button>
      )}
      {mayAdd && (
        <ButtonLink to="/orders/add" search={{ again: order._id }} variant="default">
          Reorder
        </ButtonLink>
      )}
      {ending && (
        <EndingDialog
          order={order}
          plan={ending}
          run={steps.run}
          refetchOrder={steps.refetchOrder}
          onDone={onDone}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  );
}
