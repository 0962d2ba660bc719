import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { Order } from '@aisle/contract/sales/order-view';
import { Stack, Text } from '@mantine/core';
import { OrderLink } from '../../links/order-link.tsx';
import { ReturnLink } from '../../links/return-link.tsx';
import { ReturnStatus } from '../../links/return-status.tsx';
import { Panel } from '../../ui/record-page.tsx';
import { AskReturnButton } from '../returns/ask-return-button.tsx';
import classes from './orders.module.css';

/** What came back of an order, or is to; nothing before it is delivered. */
export function OrderReturns({ order }: { order: Order }) {
  const { replacementFor, returns } = order;
  if (order.status !== 'delivered' && !replacementFor) return null;
  return (
    <Panel title={replacementFor ? 'Replacement' : 'Returns'}>
      <Stack gap="md">
        {replacementFor && (
          <Text>
            Brings what is replaced by{' '}
            <ReturnLink id={replacementFor.returnId} number={replacementFor.returnNumber} /> of{' '}
            <OrderLink id={replacementFor.orderId} number="another order" />.
          </Text>
        )}
        {returns.length > 0 && (
          <ul className={classes.moneyList} aria-label="Returns and replacements">
            {returns.map((request) => (
              <li key={request._id}>
                <span className={classes.moneyRow}>
                  <ReturnLink id={request._id} number={request.number} />
                  <ReturnStatus status={request.status} />
                </span>
                {request.lines.map((line) => (
                  <Text key={line._id} size="xs" c="dimmed">
                    {formatQuantity(line.received ?? line.quantity, countedIn(line))} × {line.name}
                    {line.reason && ` · ${line.reason}`}
                  </Text>
                ))}
              </li>
            ))}
          </ul>
        )}
        {order.status === 'delivered' && !replacementFor && <AskReturnButton order={order} />}
      </Stack>
    </Panel>
  );
}
