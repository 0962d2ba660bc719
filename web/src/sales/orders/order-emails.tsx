import { type OrderEmail, orderEmailLabels, orderEmailRoutes } from '@aisle/contract/sales/order-emails';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useLiveTopic } from '../../core/events.ts';
import { useMay } from '../../core/session.ts';
import { Panel } from '../../ui/record-page.tsx';
import { DateText } from '../../ui/values.tsx';
import classes from './order-emails.module.css';

interface OrderEmailsProps {
  orderId: string;
  timeZone: string;
}

/** The emails that the customer got about an order; each can be sent again. Nothing if there are none. */
export function OrderEmails({ orderId, timeZone }: OrderEmailsProps) {
  const { data: emails, refetch } = useQuery({
    ...read(orderEmailRoutes.list, { params: { id: orderId } }),
    meta: { quiet: true },
  });
  useLiveTopic(
    'orderEmails',
    useCallback(() => void refetch(), [refetch]),
  );
  const resend = useWrite(orderEmailRoutes.resend);
  const mayResend = useMay('order_edit');
  if (!emails || emails.length === 0) return null;
  return (
    <Panel title="Customer emails">
      <ul className={classes.emails}>
        {emails.map((email) => (
          <li key={email._id}>
            <div>
              <span>{orderEmailLabels[email.kind]}</span>
              <Text size="sm" c={email.state === 'failed' ? 'var(--aisle-bad)' : 'dimmed'}>
                {stateText(email)} ·{' '}
                <DateText value={email.createdAt} withTime isWithin timeZone={timeZone} />
              </Text>
            </div>
            {mayResend && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="teal"
                aria-label={`Resend: ${orderEmailLabels[email.kind]}`}
                loading={resend.isPending && resend.variables?.body.emailId === email._id}
                onClick={() => resend.mutate({ params: { id: orderId }, body: { emailId: email._id } })}
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

function stateText({ state, to, sentBy }: OrderEmail): string {
  const texts: Record<OrderEmail['state'], string> = {
    waiting: `Sending to ${to}`,
    sent: `Sent to ${to}`,
    retrying: `Not delivered yet to ${to}, trying again`,
    failed: `Could not be delivered to ${to}`,
  };
  return sentBy ? `${texts[state]} by ${sentBy}` : texts[state];
}
