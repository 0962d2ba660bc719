import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allPermissions,
  isPermission,
  neededBy,
  needsOf,
  roleTree,
  withNeeded,
  without,
} from './permissions.ts';

test.each([
  ['store_edit', ['store_edit', 'store_list', 'store_view']],
  [
    'assign_subProduct',
    ['assign_subProduct', 'category_list', 'category_product_tree', 'store_list', 'store_view'],
  ],
  [
    'sub_product_edit',
    [
      'product_edit',
      'product_list',
      'product_view',
      'sub_product_edit',
      'sub_product_list',
      'sub_product_view',
    ],
  ],
  ['store_tax_comm_edit', ['store_list', 'store_tax_comm_edit', 'store_tax_comm_view', 'store_view']],
  ['statement_payment', ['location_report', 'statement_payment']],
] as const)('%s takes along what it needs', (key, all) => {
  expect([...withNeeded([key])].sort()).toEqual(all);
});

const some = fc.subarray(allPermissions);

test('the closure is closed: asking again adds nothing', () => {
  fc.assert(
    fc.property(some, (granted) => {
      const closed = withNeeded(granted);
      expect(withNeeded(closed)).toEqual(closed);
    }),
  );
});

test('taking one away leaves nothing that needs it, and everything that does not', () => {
  fc.assert(
    fc.property(some, fc.constantFrom(...allPermissions), (granted, taken) => {
      const closed = withNeeded(granted);
      const left = without(closed, taken);

      expect(left.has(taken)).toBe(false);
      expect(withNeeded(left)).toEqual(left);
      const gone = [...closed].filter((key) => !left.has(key));
      expect(gone.sort()).toEqual([...neededBy(taken, closed), ...(closed.has(taken) ? [taken] : [])].sort());
    }),
  );
});

test('the role tree is a tree of three levels whose leaves are the permissions', () => {
  const root = roleTree.filter((role) => role.subRoleId === 0);
  const groups = roleTree.filter((role) => role.subRoleId === 1);
  const groupIds = new Set(groups.map((group) => group.roleId));
  const leaves = roleTree.filter((role) => groupIds.has(role.subRoleId));

  expect(root).toMatchObject([{ roleId: 1 }]);
  expect(groups.length).toBeGreaterThanOrEqual(16);
  expect(leaves.map((leaf) => leaf.roleKey)).toEqual(allPermissions);
  expect(1 + groups.length + leaves.length).toBe(roleTree.length);
  expect(new Set(roleTree.map((role) => role.roleId)).size).toBe(roleTree.length);
  for (const role of [...root, ...groups]) {
    expect(role.roleKey).not.toContain('_');
    expect(isPermission(role.roleKey)).toBe(false);
  }
});

test('keeps the IDs of roles, which clients store', () => {
  const ids = Object.fromEntries(roleTree.map(({ roleKey, roleId }) => [roleKey, roleId]));

  // Add the IDs of new roles, and never change one.
  expect(ids).toEqual({
    all: 1,
    groupCategory: 2,
    groupBrand: 3,
    groupStore: 4,
    groupDriver: 5,
    groupUser: 6,
    groupTax: 7,
    groupCustomer: 8,
    groupProduct: 9,
    groupSubProduct: 10,
    groupInventory: 11,
    groupOrder: 12,
    groupSubscriptionPlan: 13,
    groupSupport: 14,
    groupVendor: 15,
    groupMoney: 16,
    groupSettings: 17,
    category_list: 101,
    category_view: 102,
    category_add: 103,
    category_edit: 104,
    category_delete: 105,
    category_product_tree: 106,
    brand_list: 107,
    brand_view: 108,
    brand_add: 109,
    brand_edit: 110,
    brand_delete: 111,
    store_list: 112,
    store_view: 113,
    store_add: 114,
    store_edit: 115,
    store_delete: 116,
    store_tax_comm_view: 117,
    store_tax_comm_edit: 118,
    assign_subProduct: 119,
    Assign_Product_View: 120,
    driver_list: 121,
    driver_view: 122,
    driver_add: 123,
    driver_edit: 124,
    driver_delete: 125,
    user_list: 126,
    user_view: 127,
    user_add: 128,
    user_edit: 129,
    user_delete: 130,
    tax_list: 131,
    tax_view: 132,
    tax_add: 133,
    tax_edit: 134,
    tax_delete: 135,
    customer_list: 136,
    customer_view: 137,
    customer_add: 138,
    customer_edit: 139,
    customer_delete: 140,
    customer_change_status: 141,
    product_list: 142,
    product_view: 143,
    product_add: 144,
    product_edit: 145,
    product_delete: 146,
    sub_product_list: 147,
    sub_product_view: 148,
    sub_product_add: 149,
    sub_product_edit: 150,
    sub_product_delete: 151,
    inventory_list: 152,
    inventory_view: 153,
    inventory_add: 154,
    inventory_edit: 155,
    inventory_delete: 156,
    order_list: 157,
    order_view: 158,
    order_add: 159,
    order_edit: 160,
    order_delete: 161,
    cancel_order: 162,
    subscriptionPlan_list: 163,
    subscriptionPlan_view: 164,
    subscriptionPlan_add: 165,
    subscriptionPlan_edit: 166,
    subscriptionPlan_delete: 167,
    support_list: 168,
    support_view: 169,
    support_add: 170,
    support_edit: 171,
    support_delete: 172,
    support_reply: 173,
    support_dashboard: 174,
    vendor_list: 175,
    vendor_view: 176,
    vendor_add: 177,
    vendor_edit: 178,
    vendor_delete: 179,
    location_report: 180,
    statement_generate: 181,
    statement_payment: 182,
    statement_all_view: 183,
    access_setting: 184,
  });
});

test('who is given more may do no less', () => {
  fc.assert(
    fc.property(some, some, (granted, more) => {
      const before = withNeeded(granted);
      const after = withNeeded([...granted, ...more]);

      expect([...before].filter((key) => !after.has(key))).toEqual([]);
    }),
  );
});

test('rights given together are those given one by one', () => {
  fc.assert(
    fc.property(some, (granted) => {
      const together = [...withNeeded(granted)].sort();
      const oneByOne = [...new Set(granted.flatMap((key) => [...withNeeded([key])]))].sort();

      expect(together).toEqual(oneByOne);
    }),
  );
});

test('no permission needs itself, however indirectly', () => {
  for (const key of allPermissions) {
    const below = new Set(needsOf(key).flatMap((needed) => [...withNeeded([needed])]));
    expect([key, below.has(key)]).toEqual([key, false]);
  }
});

test('every permission that is needed is one that there is', () => {
  const needed = allPermissions.flatMap((key) => needsOf(key));

  expect(needed.filter((key) => !isPermission(key))).toEqual([]);
});

test('to change, delete or add something takes seeing the list of it', () => {
  const writing = allPermissions.filter(
    (key) => /_(add|edit|delete)$/.test(key) && isPermission(key.replace(/_[a-z]+$/, '_list')),
  );
  expect(writing.length).toBeGreaterThan(20);

  for (const key of writing) {
    expect([...withNeeded([key])]).toContain(key.replace(/_[a-z]+$/, '_list'));
  }
});

test.each(['constructor', 'toString', '__proto__', ''])('%j is no permission', (key) => {
  expect(isPermission(key)).toBe(false);
});
