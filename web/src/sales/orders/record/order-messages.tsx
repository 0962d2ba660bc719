import {
  type OrderMessage,
  orderMessageLabel,
  orderMessageRoutes,
} from '@aisle/contract/sales/order-messages';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';
import { useCan } from '../../../core/session/session.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { DateText } from '../../../ui/values/values.tsx';
import classes from './order-messages.module.css';

interface OrderMessagesProps {
  orderId: string;
  timeZone: string;
  fulfilment: Order['fulfilment'];
}

/** The messages that the customer received about an order, each with a resend button. Renders nothing without messages. */
export function OrderMessages({ orderId, timeZone, fulfilment }: OrderMessagesProps) {
  const { data: messages, refetch } = useQuery({
    ...read(orderMessageRoutes.list, { params: { id: orderId } }),
    meta: { quiet: true },
  });
  useLiveTopic(
    'orderMessages',
    useCallback(() => void refetch(), [refetch]),
  );
  const resend = useWrite(orderMessageRoutes.resend);
  const mayResend = useCan('order_edit');
  if (!messages || messages.length === 0) return null;
  return (
    <Panel title="Customer messages">
      <ul className={`plain-list column gap-3 ${classes.messages}`}>
        {messages.map((message) => (
          <li key={message._id}>
            <div>
              <span>
                {orderMessageLabel(message.kind, fulfilment)}
                {message.channel !== 'email' && ` · ${channelTexts[message.channel]}`}
              </span>
              <Text size="sm" c={message.state === 'failed' ? 'var(--aisle-bad)' : 'dimmed'}>
                {stateText(message)} ·{' '}
                <DateText value={message.createdAt} withTime isWithin timeZone={timeZone} />
              </Text>
            </div>
            {mayResend && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="teal"
                aria-label={`Resend: ${orderMessageLabel(message.kind, fulfilment)}`}
                loading={resend.isPending && resend.variables?.body.messageId === message._id}
                onClick={() => resend.mutate({ params: { id: orderId }, body: { messageId: message._id } })}
              >
                Resend
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const channelTexts = { sms: 'Text message', push: 'Push' } as const;

function stateText({ state, channel, sentBy, ...message }: OrderMessage): string {
  // Shows the app instead of the push address, which is meaningless to people.
  const to = channel === 'push' ? "the customer's app" : message.to;
  const texts: Record<OrderMessage['state'], string> = {
    waiting: `Sending to ${to}`,
    sent: `Sent to ${to}`,
    retrying: `Not delivered yet to ${to}, trying again`,
    failed: `Could not be delivered to ${to}`,
  };
  return sentBy ? `${texts[state]} by ${sentBy}` : texts[state];
}
