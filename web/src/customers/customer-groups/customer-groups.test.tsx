import {
  type CustomerGroup,
  type CustomerGroupMember,
  customerGroupRoutes,
} from '@aisle/contract/customers/customer-groups';
import { customerRoutes } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../test/server.ts';
import { GroupList } from './group-list.tsx';
import { GroupView } from './group-view.tsx';
import { groupOf } from './groups.fixtures.ts';
import { GroupsTab } from './groups-tab.tsx';

const all: Permission[] = ['customer_list', 'customer_view', 'customer_edit', 'customer_delete'];
const lapsed = groupOf();
const panel = groupOf({
  _id: idOf(41),
  name: 'Tasting panel',
  kind: 'manual',
  rule: null,
  count: 1,
  version: 3,
});
const ada: CustomerGroupMember = {
  _id: idOf(1),
  name: 'Ada Byron',
  phone: '+15125550100',
  email: null,
  since: '2026-11-20T10:00:00.000Z',
};
const names = { locations: [], boughtSubProduct: null, boughtCategory: null, plan: null };

serve(customerGroupRoutes.list, pageOf(lapsed, panel));
serve(customerGroupRoutes.members, pageOf(ada));
serve(customerGroupRoutes.preview, { count: 1204, examples: [{ _id: idOf(1), name: 'Ada Byron' }] });
const showList = (permissions = all) => show(<GroupList />, { at: '/customer-groups', permissions });
function showGroup(group: CustomerGroup) {
  serve(customerGroupRoutes.show, { ...group, ruleData: group.rule && names });
  return show(<GroupView />, {
    at: `/customer-groups/view/${group._id}`,
    page: '/customer-groups/view/$id',
    permissions: all,
  });
}

test('shows the number of members and an example before a group is saved', async () => {
  const created = serve(customerGroupRoutes.create, lapsed);
  const { user } = await showList();
  await user.press('New group');
  const form = await screen.findByRole('form', { name: 'New group' });
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Lapsed');
  await user.choose('Add condition', 'No order for');

  await within(form).findByText('1,204');
  expect(form.textContent).toContain('Such as Ada Byron.');
  await user.press('Create group');

  expect(await onlyBody(created)).toEqual({ name: 'Lapsed', kind: 'rule', rule: { notOrderedInDays: 30 } });
});

test('creates a group chosen by hand without conditions', async () => {
  const created = serve(customerGroupRoutes.create, panel);
  const { user } = await showList();
  await user.press('New group');
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Tasting panel');
  await user.click(screen.getByRole('radio', { name: 'Chosen by hand' }));
  expect(screen.queryByRole('button', { name: 'Add condition' })).toBeNull();
  await user.press('Create group');

  expect(await onlyBody(created)).toEqual({ name: 'Tasting panel', kind: 'manual' });
});

test('names the messages that use a group instead of deleting it', async () => {
  const removed = serve(customerGroupRoutes.remove, { _id: lapsed._id });
  const usedBy = [{ kind: 'draft' as const, _id: idOf(9), name: 'We miss you' }];
  serve(customerGroupRoutes.list, pageOf(groupOf({ usedBy })));
  const { user } = await showList();

  await user.choose('More for Lapsed', 'Delete');

  const question = await screen.findByRole('dialog', { name: 'Lapsed is in use' });
  expect(question.textContent).toContain('draft “We miss you”');
  expect(removed).toEqual([]);
});

test('names the promotions that use a group, and counts them apart from messages', async () => {
  const use = (kind: 'message' | 'promotion', n: number, name: string) => ({ kind, _id: idOf(n), name });
  const promotions = [use('promotion', 9, 'Win back'), use('promotion', 8, 'Spring')];
  serve(customerGroupRoutes.list, pageOf(groupOf({ usedBy: promotions })));
  const { user } = await showList();

  expect(await screen.findByText('2 promotions')).toBeDefined();
  await user.choose('More for Lapsed', 'Delete');

  const question = await screen.findByRole('dialog', { name: 'Lapsed is in use' });
  expect(question.textContent).toContain('promotion “Win back” and promotion “Spring”');
  expect(within(question).getByRole('button', { name: 'View promotions' })).toBeDefined();
});

test('deletes an unused group after confirmation', async () => {
  const removed = serve(customerGroupRoutes.remove, { _id: lapsed._id });
  const { user } = await showList();

  await user.choose('More for Lapsed', 'Delete');
  await user.answer('Delete Lapsed?', 'Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [lapsed._id] }]));
});

test('hides changes from users who only see customers', async () => {
  await showList(['customer_list']);

  await screen.findByRole('row', { name: /Lapsed/ });
  expect(screen.queryByRole('button', { name: 'New group' })).toBeNull();
});

test('shows conditions and updates the members on demand', async () => {
  const refreshed = serve(customerGroupRoutes.refresh, groupOf({ count: 7 }));
  const { user } = await showGroup(lapsed);

  await screen.findByText('No order for');
  expect(screen.queryByRole('button', { name: 'Add customers' })).toBeNull();
  await user.press('Update now');

  await waitFor(() => expect(refreshed).toMatchObject([{ params: [lapsed._id] }]));
});

test('edits conditions with the version of the group', async () => {
  const edited = serve(customerGroupRoutes.edit, groupOf({ version: 2 }));
  const { user } = await showGroup(lapsed);
  await user.press('Edit');
  await user.retype(await screen.findByRole('textbox', { name: 'No order for' }), '60');
  await user.press('Save changes');

  expect(await onlyBody(edited)).toEqual({ rule: { notOrderedInDays: 60 }, version: 1 });
});

test('adds customers to a group chosen by hand, and removes one', async () => {
  const grace = {
    _id: idOf(2),
    name: 'Grace Hill',
    phone: '+15125550101',
    email: null,
    status: 'active' as const,
  };
  serve(customerRoutes.dropdown, [grace]);
  const edited = serve(customerGroupRoutes.editMembers, panel);
  const { user } = await showGroup(panel);

  await user.press('Add customers');
  const dialog = await screen.findByRole('dialog', { name: 'Add customers to Tasting panel' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Customer' }));
  await user.click(await screen.findByRole('option', { name: /Grace Hill/ }));
  await user.press('Add 1 customer');
  expect((await onlyRequest(edited)).body).toEqual({ add: [grace._id], version: 3 });

  await user.choose('More for Ada Byron', 'Remove from group');
  await waitFor(() => expect(edited.at(-1)!.body).toEqual({ remove: [ada._id], version: 3 }));
});

test('adds a customer to a group from their tab, also after someone changed it meanwhile', async () => {
  const customer = { _id: idOf(1), firstName: 'Ada', lastName: 'Byron', mergedInto: null, erasedAt: null };
  let version = 3;
  serve(customerGroupRoutes.list, ({ body }) => {
    const isOfCustomer = 'customerId' in (body as { filters: object }).filters;
    return isOfCustomer ? pageOf(lapsed) : pageOf({ ...panel, version });
  });
  const edited = serve(customerGroupRoutes.editMembers, ({ body }) => {
    if ((body as { version: number }).version === 4) return panel;
    version = 4;
    return refusal(409, 'version-stale', 'Changed meanwhile', { data: panel });
  });
  const { user } = await show(<GroupsTab customer={customer} />, { permissions: all });
  expect(await screen.findByText('Lapsed')).toBeTruthy();

  await user.press('Add to group');
  await user.click(await screen.findByRole('combobox', { name: /Group/ }));
  await user.click(await screen.findByRole('option', { name: 'Tasting panel' }));
  await user.press('Add to Tasting panel');
  await screen.findByText('Changed meanwhile');
  await waitFor(() => expect(version).toBe(4));
  await user.press('Add to Tasting panel');

  await waitFor(() => expect(edited.at(-1)!.body).toEqual({ add: [customer._id], version: 4 }));
});
