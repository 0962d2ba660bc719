import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { subscriptionOf } from '../subscriptions.fixtures.ts';
import { SubscriptionScreen } from './subscription-list.tsx';

test('shows upcoming subscriptions first, and a count on each tab', async () => {
  const requests = serve(subscriptionRoutes.list, {
    records: [subscriptionOf()],
    totalRecords: 1,
    counts: { upcoming: 2, current: 215, cancelled: 4, expired: 1000 },
  });
  const { user, search } = await show(<SubscriptionScreen />, {
    at: '/subscription-history',
    permissions: ['subscriptionPlan_list'],
  });
  const tabs = await screen.findByRole('navigation', { name: 'Subscriptions by status' });
  await within(tabs).findByRole('button', { name: /^Upcoming ?2$/ });

  await user.click(await within(tabs).findByRole('button', { name: /^Current ?215$/ }));
  await screen.findByRole('button', { name: /^Expired ?1,000\+$/ });

  expect(search()).toMatchObject({ tab: 'current' });
  const statuses = requests.map(({ body }) => (body as { filters: { status: string } }).filters.status);
  expect(new Set(statuses)).toEqual(new Set(['upcoming', 'current']));
  // One request returns both rows and counts.
  expect(requests).toHaveLength(2);
});
