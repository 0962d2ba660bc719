import { countedName } from '@aisle/contract/core/quantity';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Stack, Text } from '@mantine/core';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { ReturnLink } from '../../../links/sales/return-link.tsx';
import { ReturnStatus } from '../../../links/sales/return-status.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import classes from './order-record.module.css';

/** The returns and replacements of an order; renders nothing without any. */
export function OrderReturns({ order }: { order: Order }) {
  const { replacementFor, returns } = order;
  if (returns.length === 0 && !replacementFor) return null;
  return (
    <Panel title={replacementFor ? 'Replacement' : 'Returns'}>
      <Stack gap="md">
        {replacementFor && (
          <Text>
            Replacement for <ReturnLink id={replacementFor.returnId} number={replacementFor.returnNumber} />{' '}
            of <OrderLink id={replacementFor.orderId} number={replacementFor.orderNumber} />
          </Text>
        )}
        {returns.length > 0 && (
          <ul className="plain-list grid gap-3" aria-label="Returns and replacements">
            {returns.map((request) => (
              <li key={request._id}>
                <span className={`row wrap between ${classes.listRow}`}>
                  <ReturnLink id={request._id} number={request.number} />
                  <ReturnStatus status={request.status} />
                </span>
                {request.lines.map((line) => (
                  <Text key={line._id} size="xs" c="dimmed">
                    {countedName(line.received ?? line.quantity, line)}
                    {line.reason && ` · ${line.reason}`}
                  </Text>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Panel>
  );
}
