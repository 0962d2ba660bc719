import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import type { Order } from '@aisle/contract/sales/order-view';
import { Stack, Text } from '@mantine/core';
import { OrderStatus } from '../../links/order-status.tsx';
import { PaymentState, paymentLabel, providerLabel } from '../../links/payment-status.tsx';
import { wayBack } from '../../links/refund-status.tsx';
import { Facts, Panel } from '../../ui/record-page.tsx';
import { DateText } from '../../ui/values.tsx';
import { TakePaymentButton } from '../payments/take-payment-button.tsx';
import { RefundButton } from '../refunds/refund-button.tsx';
import { RefundSteps } from '../refunds/refund-steps.tsx';
import classes from './orders.module.css';

/** What was paid and how, what goes back, and what can be done about it. */
export function OrderMoney({ order }: { order: Order }) {
  return (
    <Panel title="Payment">
      <Stack gap="md">
        <Facts
          facts={[
            ['Paid by', paymentLabel(order.paymentType)],
            ['Total', <Figure key="total" cents={order.total} />],
            ['Paid', <Figure key="paid" cents={order.paid} />],
            ['Refunded', order.refunded > 0 && <Figure cents={order.refunded} />],
            ['Coins used', order.coinsUsed > 0 && formatCount(order.coinsUsed)],
            ['Coins earned', order.coinsEarned > 0 && formatCount(order.coinsEarned)],
          ]}
        />
        {order.payments.length > 0 && (
          <ul className={classes.moneyList} aria-label="Payments">
            {order.payments.map((payment) => (
              <PaymentItem key={payment._id} payment={payment} />
            ))}
          </ul>
        )}
        {order.refunds.length > 0 && (
          <ul className={classes.moneyList} aria-label="Refunds">
            {order.refunds.map((refund) => (
              <li key={refund._id}>
                <span className={classes.moneyRow}>
                  <OrderStatus status={refund.status} />
                  <Figure cents={-refund.amount} />
                </span>
                <Text size="xs" c="dimmed">
                  {wayBack(refund)} · {refund.reason}
                  {refund.reference && ` · ${refund.reference}`}
                </Text>
                {refund.problem && (
                  <Text size="xs" c="var(--aisle-bad)">
                    {refund.problem}
                    {refund.nextTryAt && (
                      <>
                        . Tried again <DateText value={refund.nextTryAt} withTime timeZone={order.timeZone} />
                      </>
                    )}
                  </Text>
                )}
                <RefundSteps refund={refund} />
              </li>
            ))}
          </ul>
        )}
        <TakePaymentButton order={order} />
        <RefundButton order={order} />
      </Stack>
    </Panel>
  );
}

function PaymentItem({ payment }: { payment: Order['payments'][number] }) {
  return (
    <li>
      <span className={classes.moneyRow}>
        <PaymentState payment={payment} />
        <Figure cents={payment.amount} />
      </span>
      {payment.provider && (
        <Text size="xs" c="dimmed">
          {providerLabel(payment.provider)}
          {payment.reference && ` · ${payment.reference}`}
        </Text>
      )}
      {payment.problem && (
        <Text size="xs" c="var(--aisle-bad)">
          {payment.problem}
        </Text>
      )}
    </li>
  );
}

const Figure = ({ cents }: { cents: number }) => <span className="tabular">{formatMoney(cents)}</span>;
