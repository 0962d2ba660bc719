import { formatCount } from '@aisle/contract/core/pluralize';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import {
  maxSubscriptionCount,
  type Subscription,
  type SubscriptionTab,
  subscriptionRoutes,
  subscriptionTabLabels,
  subscriptionTabs,
} from '@aisle/contract/customers/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { customerFilter } from '../../links/customers/customer-filter.ts';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { useRowHistory } from '../../links/system/record-history.tsx';
import { days, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { lookup } from '../../ui/list/filters/lookup.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { type List, useList } from '../../ui/list/use-list.ts';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { DateText, MoneyText } from '../../ui/values/values.tsx';
import { openInvoice } from './open-invoice.ts';
import { paymentNote, renewalText } from './subscription-text.ts';

const CancelDialog = later(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog));

/** The filter `planId` of a list. */
const planFilter = lookup({
  name: 'planId',
  label: 'Plan',
  route: subscriptionPlanRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('subscriptionPlan_list'),
});

const filters: FiltersOf<typeof subscriptionRoutes.list> = [customerFilter, planFilter, days('Started')];
const relatedActions: Record<SubscriptionTab, string> = {
  upcoming: 'Subscriptions that start later appear here. Subscribe a customer on their page.',
  current: 'Subscriptions that run now appear here. Subscribe a customer on their page.',
  cancelled: 'Subscriptions that were cancelled, or whose card was declined, appear here.',
  expired: 'Subscriptions that have ended appear here.',
};

export function SubscriptionScreen() {
  const wanted = useScreenSearch().tab;
  const tab = subscriptionTabs.find((one) => one === wanted) ?? 'upcoming';
  return <SubscriptionRows key={tab} tab={tab} />;
}

function SubscriptionRows({ tab }: { tab: SubscriptionTab }) {
  const list = useList(subscriptionRoutes.list, { status: tab });
  const [cancelling, setCancelling] = useState<Subscription | null>(null);
  const history = useRowHistory<Subscription>('subscriptions', ({ invoiceNumber }) => invoiceNumber);
  const isOpen = tab === 'upcoming' || tab === 'current';
  return (
    <>
      <ListPage
        title="Subscriptions"
        noun={`${subscriptionTabLabels[tab].toLowerCase()} subscriptions`}
        searchLabel="Customer or invoice"
        list={list}
        columns={subscriptionColumns}
        tabs={<Tabs list={list} current={tab} />}
        filters={filters}
        actions={
          <ButtonLink to="/subscription" variant="default">
            Plans
          </ButtonLink>
        }
        link={({ customerId }) => ({
          to: '/customers/view/$id',
          params: { id: customerId },
          search: { tab: 'plan' },
        })}
        rowActions={(subscription) => [
          { label: 'Invoice', onClick: () => openInvoice(subscription._id) },
          ...history.actionsFor(subscription),
          ...(isOpen
            ? [
                {
                  label: 'Cancel…',
                  permission: 'customer_edit' as const,
                  danger: true as const,
                  onClick: () => setCancelling(subscription),
                },
              ]
            : []),
        ]}
        empty={relatedActions[tab]}
      />
      {history.drawer}
      <Suspense>
        {cancelling && <CancelDialog subscription={cancelling} onClose={() => setCancelling(null)} />}
      </Suspense>
    </>
  );
}

/** Tabs by status. Each shows its count, whichever tab is open. */
function Tabs({ list, current }: { list: List<unknown>; current: SubscriptionTab }) {
  // The same request as the list, so it's sent only once.
  const { data } = useQuery({
    ...read(subscriptionRoutes.list, { body: list.body as object }),
    meta: { quiet: true },
  });
  const countOf = (tab: SubscriptionTab) => {
    const count = data?.counts[tab];
    if (count === undefined) return undefined;
    return count >= maxSubscriptionCount ? `${formatCount(maxSubscriptionCount)}+` : formatCount(count);
  };
  return (
    <ListTabs
      label="Subscriptions by status"
      tabs={subscriptionTabs.map((key) => ({
        key,
        label: subscriptionTabLabels[key],
        count: countOf(key),
        isOn: key === current,
        onClick: () => list.change({ tab: key === 'upcoming' ? undefined : key }),
      }))}
    />
  );
}

/** The columns of a list of many customers' subscriptions. The tab shows their status. */
const subscriptionColumns: Column<Subscription>[] = [
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customerId, customerName }) => <CustomerLink id={customerId} name={customerName} />,
  },
  { key: 'plan', header: 'Plan', cell: ({ edition }) => edition.name, card: 'detail' },
  {
    key: 'startsAt',
    header: 'Starts',
    cell: ({ startsAt, timeZone }) => <DateText value={startsAt} timeZone={timeZone} />,
    sortable: true,
    largestFirst: true,
    width: 120,
  },
  {
    key: 'endsAt',
    header: 'Ends',
    cell: ({ endsAt, timeZone }) => <DateText value={endsAt} timeZone={timeZone} />,
    width: 120,
    card: 'detail',
  },
  {
    key: 'renewal',
    header: 'Renews',
    cell: (subscription) => paymentNote(subscription) ?? renewalText(subscription),
    card: 'state',
  },
  {
    key: 'pricePaid',
    header: 'Paid',
    cell: ({ pricePaid }) => <MoneyText value={pricePaid} />,
    align: 'right',
    width: 110,
    card: 'figure',
  },
  {
    key: 'refunded',
    header: 'Refunded',
    cell: ({ refunded }) => <MoneyText value={refunded} />,
    align: 'right',
    optional: true,
  },
  { key: 'invoiceNumber', header: 'Invoice', cell: ({ invoiceNumber }) => invoiceNumber, optional: true },
];
