import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { getSession, refreshSession } from '../../core/session/session.ts';
import { planOf } from '../subscriptions.fixtures.ts';
import { PlanList } from './plan-list.tsx';

const all = [
  'subscriptionPlan_list',
  'subscriptionPlan_add',
  'subscriptionPlan_edit',
  'subscriptionPlan_delete',
] as const;
const unsold = planOf({
  _id: '00000000-0000-7000-8000-000000000002',
  name: 'Green',
  subscribers: 0,
  monthlyIncome: 0,
  churnShare: null,
  nextRenewalAt: null,
});
const showPlans = (permissions: readonly (typeof all)[number][] = all) =>
  show(<PlanList />, { at: '/subscription', permissions });
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

serve(subscriptionPlanRoutes.list, pageOf(planOf(), unsold));

test('shows benefits and income, and links to the subscribers', async () => {
  await showPlans();

  const row = await rowOf('Fresh');

  expect(row.textContent).toContain('5% off goods · Free delivery from $35.00');
  expect(row.textContent).toContain('$9.99 a month');
  expect(row.textContent).toContain('$119.88');
  expect(hrefOf(within(row).getByRole('link', { name: /12/ }))).toMatch(/tab=current/);
});

test('hides subscribers, income and churn from stores', async () => {
  await showPlans();
  await screen.findByRole('columnheader', { name: /Subscribers/ });

  act(() => refreshSession([...all], { ...getSession()!.user, userType: 'store' }));

  expect(screen.getByRole('columnheader', { name: /Price/ })).toBeTruthy();
  for (const name of [/Subscribers/, /Income a month/, /Churn/]) {
    expect(screen.queryByRole('columnheader', { name })).toBeNull();
  }
});

test('shows how many subscribers a change affects, and from when', async () => {
  const edits = serve(subscriptionPlanRoutes.edit, planOf());
  const { user } = await showPlans();
  await user.click(await screen.findByText('Fresh'));
  const drawer = await screen.findByRole('dialog', { name: 'Edit plan' });
  await user.type(within(drawer).getByLabelText('Description'), 'For all');
  expect(within(drawer).queryByText(/keep what they bought/)).toBeNull();

  const price = within(drawer).getByLabelText(/^Price/);
  await user.retype(price, '12.50');
  await user.tab();

  expect((await within(drawer).findByText('12 subscribers keep what they bought')).isConnected).toBe(true);
  expect(drawer.textContent).toContain('the first on 11/28/2026');
  await user.click(within(drawer).getByRole('button', { name: 'Save changes' }));
  expect(await onlyBody(edits)).toMatchObject({ version: 3, price: 1250, description: 'For all' });
});

test('offers to deactivate a plan with subscribers instead of deleting it', async () => {
  const removed = serve(subscriptionPlanRoutes.remove, { _id: planOf()._id });
  const switched = serve(subscriptionPlanRoutes.updateStatus, planOf({ status: false }));
  const { user } = await showPlans();

  await user.choose('More for Fresh', 'Delete');
  await user.press('Deactivate…');
  const question = await screen.findByRole('dialog', { name: 'Deactivate Fresh?' });
  expect(question.textContent).toContain('12 subscribers keep it until their period ends');
  await user.click(within(question).getByRole('button', { name: 'Deactivate' }));

  await waitFor(() => expect(switched).toMatchObject([{ body: { status: false } }]));
  expect(removed).toEqual([]);
});

test('deletes an unused plan after confirmation', async () => {
  const removed = serve(subscriptionPlanRoutes.remove, { _id: unsold._id });
  const { user } = await showPlans();

  await user.choose('More for Green', 'Delete');
  await user.press('Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [unsold._id] }]));
});

test('shows errors of the server at their fields', async () => {
  const message = 'This name is already taken';
  serve(
    subscriptionPlanRoutes.create,
    refusal(409, 'duplicate', message, { fields: [{ path: 'name', message }] }),
  );
  const { user } = await showPlans();
  await user.press('New plan');
  const drawer = await screen.findByRole('dialog', { name: 'New plan' });

  await user.type(within(drawer).getByLabelText(/^Name/), 'Fresh');
  await user.type(within(drawer).getByLabelText(/^Price/), '9.99');
  await user.click(within(drawer).getByRole('button', { name: 'Create plan' }));

  expect((await within(drawer).findByText(message)).isConnected).toBe(true);
});

test('hides edit controls from read-only users', async () => {
  await showPlans(['subscriptionPlan_list']);

  expect(within(await rowOf('Fresh')).queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button', { name: 'New plan' })).toBeNull();
});
