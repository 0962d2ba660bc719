import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { disputeStatusLabels } from '@aisle/contract/sales/dispute-status';
import type { PayLink } from '@aisle/contract/sales/orders/order-payments';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import { cardLabel, PaymentState, providerLabel } from '../../../links/sales/payment-status.tsx';
import { refundMethodText } from '../../../links/sales/refund-status.tsx';
import { RecordLink } from '../../../ui/record/record-link.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import { TakePaymentButton } from '../../payments/take-payment-button.tsx';
import { RefundSteps } from '../../refunds/refund-steps.tsx';
import classes from './order-record.module.css';

type Payment = Order['payments'][number];
type Refund = Order['refunds'][number];

/** All payments and refunds in one table, with their actions. */
export function OrderMoney({ order }: { order: Order }) {
  const { payments, refunds, status, paymentDueAt, timeZone, payLink, dispute } = order;
  const isPending = status === 'pending';
  return (
    <Panel title="Payment">
      <Stack gap="md">
        {payments.length + refunds.length === 0 ? (
          <Text c="dimmed">
            {order.total === 0 ? 'No charge' : paymentLabel(order.paymentType, order.fulfilment)}
          </Text>
        ) : (
          <table className={classes.money} aria-label="Payments and refunds">
            <tbody>
              {payments.map((payment) => (
                <PaymentRow key={payment._id} payment={payment} order={order} />
              ))}
              {refunds.map((refund) => (
                <RefundRow key={refund._id} refund={refund} timeZone={timeZone} />
              ))}
            </tbody>
            {order.refunded > 0 && (
              <tfoot>
                <tr>
                  <th scope="row">After refunds</th>
                  <td>{formatMoney(order.paid - order.refunded)}</td>
                </tr>
              </tfoot>
            )}
          </table>
        )}
        <Facts
          facts={[
            [
              'Confirmation',
              order.nextAction !== null && 'The customer has to confirm the payment with the bank',
            ],
            [
              'Pay by',
              isPending && paymentDueAt && <DateText value={paymentDueAt} withTime timeZone={timeZone} />,
            ],
            ['Payment link', payLink && <PayLinkFact link={payLink} timeZone={timeZone} />],
            ['Dispute', dispute && <DisputeFact dispute={dispute} timeZone={timeZone} />],
            ['Coins used', order.coinsUsed > 0 && formatCount(order.coinsUsed)],
            ['Coins earned', order.coinsEarned > 0 && formatCount(order.coinsEarned)],
          ]}
        />
        {/* On an unpaid order the payment is the next step, shown at the top. */}
        {!isPending && <TakePaymentButton order={order} />}
      </Stack>
    </Panel>
  );
}

const linkStates: Record<PayLink['state'], string> = {
  sent: 'Sent',
  opened: 'Opened',
  paid: 'Paid',
  expired: 'Ended',
};
/** The state of the link, where it was sent, and how long it works. */
function PayLinkFact({ link: { state, to, expiresAt }, timeZone }: { link: PayLink; timeZone: string }) {
  const isOpen = state === 'sent' || state === 'opened';
  return (
    <>
      {[linkStates[state], to].filter(Boolean).join(' · ')}
      {isOpen && (
        <Text size="xs" c="dimmed">
          Ends: <DateText value={expiresAt} withTime timeZone={timeZone} />
        </Text>
      )}
    </>
  );
}

interface DisputeFactProps extends Pick<Order, 'timeZone'> {
  dispute: NonNullable<Order['dispute']>;
}
function DisputeFact({ dispute: { _id, number, status, amount, dueBy }, timeZone }: DisputeFactProps) {
  return (
    <>
      <RecordLink to="/disputes/view/$id" params={{ id: _id }} permission="dispute_list">
        {number}
      </RecordLink>{' '}
      · {formatMoney(amount)} · {disputeStatusLabels[status]}
      {dueBy && (status === 'needsResponse' || status === 'inquiry') && (
        <>
          , due <DateText value={dueBy} withTime timeZone={timeZone} />
        </>
      )}
    </>
  );
}

/** A signed amount with its state. */
function Row({ cents, state, children }: { cents: number; state: ReactNode; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">
        {state}
        {children}
      </th>
      <td>{formatMoney(cents)}</td>
    </tr>
  );
}
const Detail = ({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) => (
  <Text size="xs" mt={2} c={isBad ? 'var(--aisle-bad)' : 'dimmed'}>
    {children}
  </Text>
);

/** The hold of the card, the released part of it, and the fee of the provider. */
function holdText({ status, amount, hold, fee }: Payment): string[] {
  const texts: string[] = [];
  if (hold !== null && hold !== amount && status === 'authorised') texts.push(`${formatMoney(hold)} held`);
  if (hold !== null && hold > amount && status === 'captured') {
    texts.push(`${formatMoney(hold)} held, ${formatMoney(hold - amount)} released`);
  }
  if (fee !== null) texts.push(`${formatMoney(fee)} fee`);
  return texts;
}

function PaymentRow({ payment, order }: { payment: Payment; order: Order }) {
  const { kind, provider, reference, giftCardId, card, problem, status, authoriseAt } = payment;
  const { fulfilment, timeZone } = order;
  const how = provider ? providerLabel(provider) : paymentLabel(kind, fulfilment);
  return (
    <Row cents={payment.amount} state={<PaymentState payment={payment} />}>
      <Detail>
        {card ? (
          [cardLabel(card), ...holdText(payment)].join(' · ')
        ) : giftCardId ? (
          <RecordLink to="/gift-cards/view/$id" params={{ id: giftCardId }} permission="gift_card_view">
            Gift card …{reference}
          </RecordLink>
        ) : (
          [how, reference].filter(Boolean).join(' · ')
        )}
      </Detail>
      {authoriseAt && status === 'due' && (
        <Detail>
          Card is charged on <DateText value={authoriseAt} timeZone={timeZone} />
        </Detail>
      )}
      {problem && <Detail isBad>{problem}</Detail>}
    </Row>
  );
}

function RefundRow({ refund, timeZone }: { refund: Refund; timeZone: string }) {
  const { amount, reason, reference, problem, nextTryAt } = refund;
  return (
    <Row cents={-amount} state={<OrderStatus status={refund.status} />}>
      <Detail>{[refundMethodText(refund), reason, reference].filter(Boolean).join(' · ')}</Detail>
      {problem && (
        <Detail isBad>
          {problem}
          {nextTryAt && (
            <>
              . Next try <DateText value={nextTryAt} withTime timeZone={timeZone} />
            </>
          )}
        </Detail>
      )}
      <RefundSteps refund={refund} />
    </Row>
  );
}
