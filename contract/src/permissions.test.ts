import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from './core/for-all.fixtures.ts';
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
] as const)('includes the permissions that %s needs', (key, all) => {
  expect([...withNeeded([key])].sort()).toEqual(all);
});

const some = fc.subarray(allPermissions);

test('adds nothing when applied twice', () => {
  forAll(some, (granted) => {
    const closed = withNeeded(granted);
    expect(withNeeded(closed)).toEqual(closed);
  });
});

test('removes a permission with those that need it, and keeps all others', () => {
  forAll(some, fc.constantFrom(...allPermissions), (granted, taken) => {
    const closed = withNeeded(granted);
    const left = without(closed, taken);

    expect(left.has(taken)).toBe(false);
    expect(withNeeded(left)).toEqual(left);
    const gone = [...closed].filter((key) => !left.has(key));
    expect(gone.sort()).toEqual([...neededBy(taken, closed), ...(closed.has(taken) ? [taken] : [])].sort());
  });
});

test('has three levels, and the permissions as leaves', () => {
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

// Consecutive roles after the ID of the first one. Add the IDs of new roles, and never change existing ones.
const firstIds: [number, string][] = [
  [1, 'all groupCategory groupBrand groupStore groupDriver groupUser groupTax groupCustomer groupProduct'],
  [
    10,
    'groupSubProduct groupInventory groupOrder groupSubscriptionPlan groupSupport groupVendor groupMoney groupSettings groupSelling',
  ],
  [101, 'category_list category_view category_add category_edit category_delete category_product_tree'],
  [107, 'brand_list brand_view brand_add brand_edit brand_delete'],
  [112, 'store_list store_view store_add store_edit store_delete store_tax_comm_view store_tax_comm_edit'],
  [119, 'assign_subProduct Assign_Product_View'],
  [121, 'driver_list driver_view driver_add driver_edit driver_delete'],
  [126, 'user_list user_view user_add user_edit user_delete'],
  [131, 'tax_list tax_view tax_add tax_edit tax_delete'],
  [136, 'customer_list customer_view customer_add customer_edit customer_delete customer_change_status'],
  [142, 'product_list product_view product_add product_edit product_delete'],
  [147, 'sub_product_list sub_product_view sub_product_add sub_product_edit sub_product_delete'],
  [152, 'inventory_list inventory_view inventory_add inventory_edit inventory_delete'],
  [157, 'order_list order_view order_add order_edit order_delete cancel_order'],
  [163, 'subscriptionPlan_list subscriptionPlan_view subscriptionPlan_add subscriptionPlan_edit'],
  [167, 'subscriptionPlan_delete'],
  [168, 'support_list support_view support_add support_edit support_delete support_reply support_dashboard'],
  [175, 'vendor_list vendor_view vendor_add vendor_edit vendor_delete'],
  [180, 'location_report statement_generate statement_payment statement_all_view'],
  [184, 'access_setting'],
  [185, 'promotion_list promotion_view promotion_add promotion_edit promotion_delete'],
  [190, 'gift_card_list gift_card_view gift_card_add gift_card_edit customer_credit'],
  [195, 'vendor_claim_list vendor_claim_edit'],
  [197, 'dispute_list dispute_edit reconciliation_list reconciliation_edit'],
];
test('keeps the IDs of roles, which clients store', () => {
  const stored = firstIds.flatMap(([first, keys]) =>
    keys.split(' ').map((key, index) => [key, first + index]),
  );

  expect(Object.fromEntries(roleTree.map(({ roleKey, roleId }) => [roleKey, roleId]))).toEqual(
    Object.fromEntries(stored),
  );
});

test('never removes a permission when others are granted', () => {
  forAll(some, some, (granted, more) => {
    const before = withNeeded(granted);
    const after = withNeeded([...granted, ...more]);

    expect([...before].filter((key) => !after.has(key))).toEqual([]);
  });
});

test('returns the same for permissions granted together or one by one', () => {
  forAll(some, (granted) => {
    const together = [...withNeeded(granted)].sort();
    const oneByOne = [...new Set(granted.flatMap((key) => [...withNeeded([key])]))].sort();

    expect(together).toEqual(oneByOne);
  });
});

test('has no permission that needs itself, even indirectly', () => {
  for (const key of allPermissions) {
    const below = new Set(needsOf(key).flatMap((needed) => [...withNeeded([needed])]));
    expect([key, below.has(key)]).toEqual([key, false]);
  }
});

test('needs only existing permissions', () => {
  const needed = allPermissions.flatMap((key) => needsOf(key));

  expect(needed.filter((key) => !isPermission(key))).toEqual([]);
});

test('requires the list permission for adding, editing and deleting', () => {
  const writing = allPermissions.filter(
    (key) => /_(add|edit|delete)$/.test(key) && isPermission(key.replace(/_[a-z]+$/, '_list')),
  );
  expect(writing.length).toBeGreaterThan(20);

  for (const key of writing) {
    expect([...withNeeded([key])]).toContain(key.replace(/_[a-z]+$/, '_list'));
  }
});

test.each(['constructor', 'toString', '__proto__', ''])('rejects %j as a permission', (key) => {
  expect(isPermission(key)).toBe(false);
});
