import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  benefitTexts,
  planPeriodLabels,
  planPeriods,
  type SubscriptionPlan,
  subscriptionPlanRoutes,
} from '@aisle/contract/customers/subscription-plans';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { useRowHistory } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ActiveSwitch } from '../../ui/form/fields/active-switch.tsx';
import { type FiltersOf, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { ButtonLink, ScreenLink } from '../../ui/record/screen-link.tsx';
import { MoneyText } from '../../ui/values/values.tsx';

const PlanForm = later(() => import('./plan-form.tsx').then((module) => module.PlanForm));

const filters: FiltersOf<typeof subscriptionPlanRoutes.list> = [
  yesNo('status', 'Status', 'Active', 'Inactive'),
  {
    kind: 'choice',
    name: 'period',
    label: 'Period',
    options: planPeriods.map((value) => ({ value, label: planPeriodLabels[value] })),
  },
];

const Benefits = ({ plan }: { plan: SubscriptionPlan }) => (
  <>{benefitTexts(plan.benefits).join(' · ') || 'None'}</>
);

function Subscribers({ plan: { _id, subscribers } }: { plan: SubscriptionPlan }) {
  const count = (
    <>
      {formatCount(subscribers)}
      <span className="on-card">{subscribers === 1 ? ' subscriber' : ' subscribers'}</span>
    </>
  );
  if (subscribers === 0) return count;
  return (
    <ScreenLink to="/subscription-history" search={{ planId: _id, tab: 'current' }}>
      {count}
    </ScreenLink>
  );
}

const columns: Column<SubscriptionPlan>[] = [
  { key: 'name', header: 'Name', cell: (plan) => plan.name, sortable: true },
  { key: 'benefits', header: 'Benefits', cell: (plan) => <Benefits plan={plan} />, card: 'detail' },
  {
    key: 'price',
    header: 'Price',
    cell: (plan) => (
      <span>
        <MoneyText value={plan.price} /> {perPeriod[plan.period]}
      </span>
    ),
    sortable: true,
    align: 'right',
    card: 'figure',
  },
];
/** Hidden from stores, which can't see who subscribed: the values would all be zero. */
const salesColumns: Column<SubscriptionPlan>[] = [
  {
    key: 'subscribers',
    header: 'Subscribers',
    cell: (plan) => <Subscribers plan={plan} />,
    align: 'right',
    card: 'detail',
  },
  {
    key: 'monthlyIncome',
    header: 'Income a month',
    hint: 'What current subscribers pay for a month, at the prices they bought at',
    cell: (plan) => <MoneyText value={plan.monthlyIncome} />,
    align: 'right',
  },
  {
    key: 'churn',
    header: 'Churn',
    hint: 'Subscribers of 30 days ago who have no subscription now',
    cell: (plan) => (plan.churnShare === null ? '–' : `${plan.churnShare}%`),
    align: 'right',
    width: 96,
  },
];
const perPeriod = { monthly: 'a month', quarterly: 'a quarter', yearly: 'a year' } as const;

export function PlanList() {
  const list = useList(subscriptionPlanRoutes.list);
  const canEdit = useCan('subscriptionPlan_edit');
  const isStore = useSignedIn().user.userType === 'store';
  const [open, setOpen] = useState<SubscriptionPlan | 'new' | null>(null);
  const history = useRowHistory<SubscriptionPlan>('subscriptionPlans', ({ name }) => name);
  const remove = useRemovePlan();
  const change = useSwitchPlan();
  const switching = useWrite(subscriptionPlanRoutes.updateStatus);
  const active: Column<SubscriptionPlan> = {
    key: 'status',
    header: 'Active',
    cell: (plan) => (
      <ActiveSwitch
        label={plan.name}
        active={plan.status}
        disabled={!canEdit || switching.isPending}
        change={(status) => change(plan, status)}
      />
    ),
    width: 88,
    card: 'state',
  };
  return (
    <>
      <ListPage
        title="Subscription plans"
        noun="plans"
        list={list}
        columns={[...columns, ...(isStore ? [] : salesColumns), active]}
        filters={filters}
        actions={
          <ButtonLink to="/subscription-history" search={{ tab: 'current' }} variant="default">
            Subscriptions
          </ButtonLink>
        }
        primary={{ label: 'New plan', permission: 'subscriptionPlan_add', onClick: () => setOpen('new') }}
        {...(canEdit && { onOpen: setOpen })}
        rowActions={(plan) => [
          { label: 'Edit', permission: 'subscriptionPlan_edit', onClick: () => setOpen(plan) },
          ...history.actionsFor(plan),
          {
            label: 'Delete',
            permission: 'subscriptionPlan_delete',
            danger: true,
            onClick: () => void remove(plan),
          },
        ]}
        empty="Customers pay for a plan each month, quarter or year, and get free delivery, a discount or more coins."
      />
      {history.drawer}
      <Suspense>
        {open && <PlanForm plan={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

/** Activates or deactivates a plan, with a confirmation if it stops the renewals of customers. */
function useSwitchPlan() {
  const switching = useWrite(subscriptionPlanRoutes.updateStatus);
  return async ({ _id, name, subscribers }: SubscriptionPlan, status: boolean): Promise<unknown> => {
    if (!status && subscribers > 0) {
      const isSure = await confirm({
        title: `Deactivate ${name}?`,
        text: `${pluralize(subscribers, 'subscriber')} keep it until their period ends. It isn't renewed after that, and no one can buy it.`,
        confirm: 'Deactivate',
        danger: true,
      });
      if (!isSure) return undefined;
    }
    return switching.mutateAsync({ params: { id: _id }, body: { status } });
  };
}

/** Deletes a plan that was never bought. One with subscribers can only be deactivated. */
function useRemovePlan() {
  const removing = useWrite(subscriptionPlanRoutes.remove);
  const change = useSwitchPlan();
  return async (plan: SubscriptionPlan): Promise<void> => {
    const { _id, name, subscribers, status } = plan;
    if (subscribers > 0) {
      const isSure = await confirm({
        title: `${name} has ${pluralize(subscribers, 'subscriber')}`,
        text: 'A plan with subscribers can be deactivated, but not deleted.',
        confirm: status ? 'Deactivate…' : 'OK',
      });
      if (isSure && status) await change(plan, false);
      return;
    }
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: "No one has it now. This can't be undone.",
      confirm: 'Delete',
      danger: true,
    });
    if (isSure) await removing.mutateAsync({ params: { id: _id } }).catch(() => undefined);
  };
}
