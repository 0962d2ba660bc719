import type { CustomerView } from '@aisle/contract/customers/customers';
import { benefitTexts } from '@aisle/contract/customers/subscription-plans';
import {
  type CustomerPlan,
  type Subscription,
  subscriptionRoutes,
} from '@aisle/contract/customers/subscriptions';
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/pages/later.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Gate } from '../../ui/gate.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { PlanHistory } from './plan-history.tsx';
import { paymentNote, renewalText } from './subscription-text.ts';

const SubscribeDialog = later(() =>
  import('./subscribe-dialog.tsx').then((module) => module.SubscribeDialog),
);
const CancelDialog = later(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog));

/** The plan of a customer: what they have, what it saved them, and all they had before. */
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
