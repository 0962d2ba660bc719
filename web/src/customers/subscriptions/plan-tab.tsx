import type { CustomerView } from '@aisle/contract/customers/customers';
import { benefitTexts } from '@aisle/contract/customers/subscription-plans';
import {
  type CustomerPlan,
  type Subscription,
  type SubscriptionTab,
  subscriptionRoutes,
  subscriptionTabLabels,
} from '@aisle/contract/customers/subscriptions';
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Gate } from '../../ui/gate.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { openInvoice } from './open-invoice.ts';
import { paymentNote, renewalText } from './subscription-text.ts';
import classes from './subscriptions.module.css';

const SubscribeDialog = later(() =>
  import('./subscribe-dialog.tsx').then((module) => module.SubscribeDialog),
);
const CancelDialog = later(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog));

/** The plan of a customer: the current subscription, its savings, and earlier subscriptions. */
export function PlanTab({ customer }: { customer: CustomerView }) {
  const query = useQuery(read(subscriptionRoutes.ofCustomer, { params: { id: customer._id } }));
  const { data: plan, error, refetch } = query;
  if (plan) return <PlanContent customer={customer} plan={plan} />;
  return error ? (
    <ErrorState error={error} retry={() => void refetch()} />
  ) : (
    <Skeleton height={220} aria-busy="true" />
  );
}

function PlanContent({ customer, plan }: { customer: CustomerView; plan: CustomerPlan }) {
  const { current, upcoming, saved } = plan;
  const [open, setOpen] = useState<'subscribe' | Subscription | null>(null);
  const mayBuy = customer.status !== 'blocked' && !upcoming;
  const close = () => setOpen(null);
  return (
    <>
      <Panel
        title="Plan"
        tools={
          <Gate permission="customer_edit">
            <Group gap="xs">
              {current && (
                <Button variant="default" size="xs" onClick={() => setOpen(current)}>
                  Cancel subscription
                </Button>
              )}
              {mayBuy && (
                <Button
                  variant={current ? 'default' : 'filled'}
                  size="xs"
                  onClick={() => setOpen('subscribe')}
                >
                  {current ? 'Change plan' : 'Subscribe'}
                </Button>
              )}
            </Group>
          </Gate>
        }
      >
        {current ? (
          <Current subscription={current} saved={saved} />
        ) : (
          <Text c="dimmed">No plan now. Plans give free delivery, a discount or more coins.</Text>
        )}
      </Panel>
      {upcoming && <Upcoming subscription={upcoming} onCancel={() => setOpen(upcoming)} />}
      <PlanHistory customerId={customer._id} />
      <Suspense>
        {open === 'subscribe' && <SubscribeDialog customer={customer} current={current} onClose={close} />}
        {open && open !== 'subscribe' && <CancelDialog subscription={open} onClose={close} />}
      </Suspense>
    </>
  );
}

function Current({ subscription, saved }: { subscription: Subscription; saved: number }) {
  const { edition, startsAt, endsAt, timeZone } = subscription;
  const note = paymentNote(subscription);
  return (
    <>
      {note && (
        <Alert color="yellow" variant="light" mb="sm">
          {note}
        </Alert>
      )}
      <Facts
        facts={[
          ['Plan', edition.name],
          ['Benefits', benefitTexts(edition.benefits).join(' · ') || 'None'],
          ['Price', <MoneyText key="price" value={edition.price} />],
          ['Started', <DateText key="from" value={startsAt} timeZone={timeZone} />],
          ['Until', <DateText key="until" value={endsAt} timeZone={timeZone} />],
          ['Then', renewalText(subscription)],
          ['Saved so far', <MoneyText key="saved" value={saved} />],
        ]}
      />
    </>
  );
}

function Upcoming({ subscription, onCancel }: { subscription: Subscription; onCancel: () => void }) {
  const { edition, startsAt, timeZone } = subscription;
  return (
    <Panel
      title="Next plan"
      tools={
        <Gate permission="customer_edit">
          <Button variant="default" size="xs" onClick={onCancel}>
            Cancel next plan
          </Button>
        </Gate>
      }
    >
      <Text>
        {edition.name} starts on <DateText value={startsAt} timeZone={timeZone} />.
      </Text>
    </Panel>
  );
}

const shown = 10;

/** The latest subscriptions of a customer, each with its invoice. */
function PlanHistory({ customerId }: { customerId: string }) {
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
      <ul className="plain-list grid lined">
        {query.data?.records.map((subscription) => (
          <Row key={subscription._id} subscription={subscription} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ subscription }: { subscription: Subscription }) {
  const { _id, edition, startsAt, endsAt, timeZone, pricePaid, refunded, invoiceNumber } = subscription;
  return (
    <li className={`row wrap gap-1 gap-x-3 ${classes.row}`}>
      <span className={classes.grow}>
        {edition.name}{' '}
        <span className="secondary">
          <DateText value={startsAt} timeZone={timeZone} /> – <DateText value={endsAt} timeZone={timeZone} />
        </span>
      </span>
      <SubscriptionState subscription={subscription} />
      <span className="secondary">
        {subscription.isExpired ? subscription.reason : renewalText(subscription)}
      </span>
      <span>
        <MoneyText value={pricePaid} />
        {refunded > 0 && (
          <span className="secondary">
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

const families: Record<SubscriptionTab, StatusFamily> = {
  upcoming: 'waiting',
  current: 'good',
  cancelled: 'off',
  expired: 'off',
};

/** An expired subscription has the status "current" in the API, but is shown as expired. */
const tabOfSubscription = ({ status, isExpired }: Pick<Subscription, 'status' | 'isExpired'>) =>
  isExpired ? 'expired' : status;

function SubscriptionState({ subscription }: { subscription: Pick<Subscription, 'status' | 'isExpired'> }) {
  const tab = tabOfSubscription(subscription);
  return <StatusBadge family={families[tab]} label={subscriptionTabLabels[tab]} />;
}
