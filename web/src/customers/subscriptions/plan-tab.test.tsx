import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { type CustomerPlan, subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { customerOf } from '../customers.fixtures.ts';
import { planOf, subscribedOf, subscriptionOf } from '../subscriptions.fixtures.ts';
import { PlanTab } from './plan-tab.tsx';

const plus = planOf({ _id: '00000000-0000-7000-8000-000000000009', name: 'Plus', price: 2000 });
const staff = ['subscriptionPlan_list', 'customer_edit'] as const;
const open = (plan: Partial<CustomerPlan> = {}, permissions: readonly (typeof staff)[number][] = staff) => {
  serve(subscriptionRoutes.ofCustomer, { current: null, upcoming: null, saved: 0, savedOrders: 0, ...plan });
  return show(<PlanTab customer={customerOf()} />, { permissions });
};

serve(subscriptionRoutes.list, {
  records: [
    subscriptionOf(),
    subscriptionOf({
      _id: '00000000-0000-7000-8000-000000000021',
      isExpired: true,
      reason: null,
      autoRenew: false,
    }),
  ],
  totalRecords: 2,
  counts: { upcoming: 0, current: 1, cancelled: 0, expired: 1 },
});
serve(subscriptionPlanRoutes.dropdown, [planOf(), plus]);

test('shows the current, upcoming and earlier subscriptions and the savings', async () => {
  await open({
    current: subscriptionOf(),
    upcoming: subscriptionOf({ status: 'upcoming', startsAt: '2026-12-20T16:00:00.000Z' }),
    saved: 1234,
  });

  expect((await screen.findByText('$12.34')).isConnected).toBe(true);
  expect(screen.getByText('5% off goods · Free delivery from $35.00').isConnected).toBe(true);
  expect(screen.getByText(/Fresh starts on/).textContent).toContain('12/20/2026');
  expect((await screen.findByText('Expired')).isConnected).toBe(true);
  // An upcoming subscription has to be cancelled before the customer can buy another one.
  expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull();
});

test('changes a plan after a preview of costs and benefits', async () => {
  const requests = serve(subscriptionRoutes.subscribe, () => subscribedOf());
  const { user } = await open({ current: subscriptionOf() });
  await user.press('Change plan');
  const dialog = await screen.findByRole('dialog', { name: 'Change the plan of Grace Hill' });
  await user.select(/^Plan/, 'Plus, $20.00 monthly');

  expect((await within(dialog).findByText('Credit for 19 unused days of Fresh')).isConnected).toBe(true);
  expect(dialog.textContent).toContain('Gains10% off goods');
  expect(dialog.textContent).toContain('Loses5% off goods');
  expect(dialog.textContent).toContain('ThenRenews automatically');
  await user.click(within(dialog).getByRole('button', { name: 'Change to Plus for $13.60' }));

  await waitFor(() => expect(requests.at(-1)?.body).not.toHaveProperty('dryRun'));
  expect(requests[0]?.body).toMatchObject({
    dryRun: true,
    change: 'now',
    paymentType: 'card',
    autoRenew: true,
  });
  const previewed = requests.findLast(({ body }) => 'dryRun' in (body as object))?.body;
  expect(previewed).toEqual({ ...(requests.at(-1)?.body as object), dryRun: true });
});

test('offers the current plan only for changes at the end of the subscription', async () => {
  serve(subscriptionRoutes.subscribe, () => subscribedOf());
  const { user } = await open({ current: subscriptionOf({ planId: plus._id }) });
  await user.press('Change plan');
  const dialog = within(await screen.findByRole('dialog'));
  const offered = async () => {
    await user.click(dialog.getByRole('combobox', { name: /^Plan/ }));
    await screen.findByRole('option', { name: /^Fresh/ });
    return screen.queryByRole('option', { name: /^Plus/ });
  };

  expect(await offered()).toBeNull();
  await user.click(dialog.getByRole('radio', { name: /^After/ }));
  expect(await offered()).not.toBeNull();
});

test('disables Subscribe and shows why the plan cannot be sold', async () => {
  serve(subscriptionRoutes.subscribe, refusal(409, 'payments.no-gateway', "Card payments aren't set up"));
  const { user } = await open();
  await user.press('Subscribe');
  const dialog = await screen.findByRole('dialog', { name: 'Subscribe Grace Hill' });
  await user.select(/^Plan/, /^Fresh/);

  expect((await within(dialog).findByText("Card payments aren't set up")).isConnected).toBe(true);
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Subscribe' }).disabled).toBe(true);
});

test('previews the refund of a cancellation, and requires a reason', async () => {
  const requests = serve(subscriptionRoutes.cancel, ({ body }) => {
    const { when } = body as { when: string };
    return {
      ...subscriptionOf({ status: when === 'now' ? 'cancelled' : 'current' }),
      refund: when === 'now' ? 633 : 0,
      unusedDays: 19,
      periodDays: 30,
      benefitsLost: ['5% off goods'],
      effectiveAt: '2026-12-20T16:00:00.000Z',
    };
  });
  const { user } = await open({ current: subscriptionOf() });
  await user.press('Cancel subscription');
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Fresh of Grace Hill?' });
  expect((await within(dialog).findByText(/It runs until 12\/20\/2026/)).isConnected).toBe(true);
  await user.click(within(dialog).getByRole('radio', { name: 'Now' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel and refund $6.33' }));
  expect((await within(dialog).findByText('Reason is required')).isConnected).toBe(true);

  await user.type(within(dialog).getByLabelText(/^Reason/), 'Moved');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel and refund $6.33' }));

  await waitFor(() =>
    expect(requests.at(-1)?.body).toEqual({ when: 'now', refund: 'unusedDays', reason: 'Moved' }),
  );
});

test('shows a declined card and the next attempt', async () => {
  const payment = {
    _id: '00000000-0000-7000-8000-000000000031',
    kind: 'charge' as const,
    provider: 'simulated',
    status: 'due' as const,
    amount: 999,
    reference: null,
    problem: 'Declined: insufficient funds',
    attempts: 2,
    nextTryAt: '2026-11-23T16:00:00.000Z',
    createdAt: '2026-11-20T16:00:00.000Z',
    settledAt: null,
  };
  await open({ current: subscriptionOf({ payments: [payment] }) });

  expect(
    (await screen.findByText('Card not charged: Declined: insufficient funds. Next try 11/23/2026'))
      .isConnected,
  ).toBe(true);
});

test('hides plan changes from read-only users', async () => {
  await open({ current: subscriptionOf() }, ['subscriptionPlan_list']);

  expect((await screen.findByText('Renews automatically', { selector: 'dd' })).isConnected).toBe(true);
  expect(screen.queryByRole('button', { name: /^(Change plan|Cancel subscription)$/ })).toBeNull();
});
