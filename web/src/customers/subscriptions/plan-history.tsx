import { type Subscription, subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { SubscriptionState } from '../../links/customers/subscription-status.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { renewalText } from './subscription-text.ts';
import classes from './subscriptions.module.css';
import { useInvoice } from './use-invoice.ts';

const shown = 10;

/** The latest subscriptions of a customer, each with its invoice. */
export function PlanHistory({ customerId }: { customerId: string }) {
  const query = useQuery(read(subscriptionRoutes.list, { body: { limit: shown, filters: { customerId } } }));
  return (
    <Panel
      title="History"
      tools={
        (query.data?.totalRecords ?? 0) > shown && (
          <AnchorLink to="/subscription-history" search={{ customerId, tab: 'expired' }} size="sm">
            All subscriptions
          </AnchorLink>
        )
      }
    >
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} aria-busy="true" />}
      {query.data?.records.length === 0 && <Text c="dimmed">No subscriptions yet.</Text>}
      <ul className={classes.rows}>
        {query.data?.records.map((subscription) => (
          <Row key={subscription._id} subscription={subscription} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ subscription }: { subscription: Subscription }) {
  const { _id, edition, startsAt, endsAt, timeZone, pricePaid, refunded, invoiceNumber } = subscription;
  const openInvoice = useInvoice();
  return (
    <li className={classes.row}>
      <span className={classes.grow}>
        {edition.name}{' '}
        <span className={classes.quiet}>
          <DateText value={startsAt} timeZone={timeZone} /> – <DateText value={endsAt} timeZone={timeZone} />
        </span>
      </span>
      <SubscriptionState subscription={subscription} />
      <span className={classes.quiet}>
        {subscription.isExpired ? subscription.reason : renewalText(subscription)}
      </span>
      <span>
        <MoneyText value={pricePaid} />
        {refunded > 0 && (
          <span className={classes.quiet}>
            {' '}
            (<MoneyText value={refunded} /> refunded)
          </span>
        )}
      </span>
      <Button variant="default" size="compact-sm" className="tabular" onClick={() => openInvoice(_id)}>
        Invoice {invoiceNumber}
      </Button>
    </li>
  );
}
