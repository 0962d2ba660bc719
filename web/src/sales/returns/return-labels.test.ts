import { openReturnSteps, returnKinds, returnStatuses } from '@aisle/contract/sales/orders/order-flow';
import { expect, test } from 'vitest';
import { statusLabel } from '../../links/sales/order-status.tsx';
import { plansFor, returnTabs, tabOf } from './return-labels.ts';

const statusLabels = new Set(returnStatuses.map((status) => statusLabel(status)));

test.each(returnKinds.flatMap((kind) => returnStatuses.map((status) => [kind, status] as const)))(
  'labels every step of a %s in status %s',
  (kind, status) => {
    const allowed = openReturnSteps(status, kind);
    const { first, others, endings } = plansFor({ kind, status, allowed });
    const offered = [first, ...others, ...endings].flatMap((plan) => (plan ? [plan.to] : []));

    expect(offered.toSorted()).toEqual(allowed.toSorted());
    // A button names an action, not a state.
    const labels = [first, ...others, ...endings].flatMap((plan) => plan?.label ?? []);
    expect(labels.filter((label) => statusLabels.has(label))).toEqual([]);
  },
);

test('excludes cancelling a driver pickup from the default steps', () => {
  const allowed = openReturnSteps('driverApproved', 'return');
  const { first, others } = plansFor({ kind: 'return', status: 'driverApproved', allowed });

  expect(first?.to).toBe('driverOnTheWay');
  expect(others.map(({ label }) => label)).toEqual(['Cancel pickup']);
});

test('assigns each status to one tab and finds the tab by its statuses', () => {
  const under = returnTabs.flatMap(({ statuses }) => statuses);
  expect(under.toSorted()).toEqual(returnStatuses.toSorted());
  for (const tab of returnTabs) expect(tabOf([...tab.statuses])).toBe(tab);
  expect(tabOf(undefined)).toBeUndefined();
});
