interface PermissionSpec {
  label: string;
  group: PermissionGroup;
  needs?: readonly string[];
  /** Why it opens nothing; the role tree says so. */
  opensNothing?: string;
}

/** The groups of the role tree, in its order. */
export const permissionGroups = {
  category: 'Categories',
  brand: 'Brands',
  store: 'Locations',
  driver: 'Drivers',
  user: 'Users',
  tax: 'Taxes',
  customer: 'Customers',
  product: 'Products',
  subProduct: 'Sub-products',
  inventory: 'Inventory',
  order: 'Orders',
  subscriptionPlan: 'Subscription plans',
  support: 'Support',
  vendor: 'Vendors',
  money: 'Statements and reports',
  settings: 'Settings',
} as const;
export type PermissionGroup = keyof typeof permissionGroups;

/** The five permissions that every resource has, with what each needs. */
function crud<const Key extends string>(
  key: Key,
  group: PermissionGroup,
  one: string,
  many: string,
  alsoNeeds: readonly string[] = [],
) {
  const list = `${key}_list`;
  const view = `${key}_view`;
  return {
    [list]: { label: `View the list of ${many}`, group, needs: alsoNeeds },
    [view]: { label: `View ${one}`, group, needs: [list, ...alsoNeeds] },
    [`${key}_add`]: { label: `Add ${many}`, group, needs: [list, ...alsoNeeds] },
    [`${key}_edit`]: { label: `Edit ${many}`, group, needs: [list, view, ...alsoNeeds] },
    [`${key}_delete`]: { label: `Delete ${many}`, group, needs: [list, view, ...alsoNeeds] },
  } as Record<`${Key}_${'list' | 'view' | 'add' | 'edit' | 'delete'}`, PermissionSpec>;
}

const inProduct = ['product_list', 'product_view'] as const;
const brand = crud('brand', 'brand', 'a brand', 'brands');
const order = crud('order', 'order', 'an order', 'orders');
const support = crud('support', 'support', 'a support ticket', 'support tickets');
const inventory = crud('inventory', 'inventory', 'a received lot', 'inventory');
const subProduct = crud('sub_product', 'subProduct', 'a sub-product', 'sub-products', inProduct);
const inStock = ['sub_product_list', 'vendor_list'] as const;

/** Every permission there is, and what it needs to make sense. The keys are wire names. */
export const permissions = {
  ...crud('category', 'category', 'a category', 'categories'),
  category_product_tree: {
    label: 'View the category-product tree',
    group: 'category',
    needs: ['category_list', 'store_list'],
  },
  ...brand,
  brand_view: { ...brand.brand_view, opensNothing: 'the list shows all there is' },
  ...crud('store', 'store', 'a location', 'locations'),
  store_tax_comm_view: {
    label: 'View tax and commission of a location',
    group: 'store',
    needs: ['store_list', 'store_view'],
  },
  store_tax_comm_edit: {
    label: 'Edit tax and commission of a location',
    group: 'store',
    needs: ['store_tax_comm_view'],
  },
  assign_subProduct: {
    label: 'Assign sub-products to a location',
    group: 'store',
    needs: ['store_list', 'store_view', 'category_product_tree'],
  },
  Assign_Product_View: {
    label: 'View the products assigned to a location',
    group: 'store',
    needs: ['category_list', 'store_list'],
  },
  ...crud('driver', 'driver', 'a driver', 'drivers'),
  ...crud('user', 'user', 'a user', 'users'),
  ...crud('tax', 'tax', 'a tax', 'taxes'),
  ...crud('customer', 'customer', 'a customer', 'customers'),
  customer_change_status: {
    label: 'Block and unblock customers',
    group: 'customer',
    needs: ['customer_list', 'customer_view'],
  },
  ...crud('product', 'product', 'a product', 'products'),
  ...subProduct,
  sub_product_edit: {
    ...subProduct.sub_product_edit,
    needs: [...(subProduct.sub_product_edit.needs ?? []), 'product_edit'],
  },
  ...inventory,
  inventory_add: {
    ...inventory.inventory_add,
    needs: [...(inventory.inventory_add.needs ?? []), ...inStock],
  },
  inventory_edit: {
    ...inventory.inventory_edit,
    needs: [...(inventory.inventory_edit.needs ?? []), ...inStock],
  },
  ...order,
  order_delete: { ...order.order_delete, opensNothing: "orders can't be deleted" },
  cancel_order: { label: 'Cancel orders', group: 'order', needs: ['order_list', 'order_view'] },
  ...crud('subscriptionPlan', 'subscriptionPlan', 'a subscription plan', 'subscription plans'),
  ...support,
  support_delete: { ...support.support_delete, opensNothing: "tickets can't be deleted" },
  support_reply: {
    label: 'Reply to support tickets',
    group: 'support',
    needs: ['support_list', 'support_view'],
  },
  support_dashboard: { label: 'View the support dashboard', group: 'support', needs: ['support_list'] },
  ...crud('vendor', 'vendor', 'a vendor', 'vendors'),
  location_report: { label: 'View reports and statements of locations', group: 'money' },
  statement_generate: { label: 'Create statements', group: 'money', needs: ['location_report'] },
  statement_payment: { label: 'Pay out statements', group: 'money', needs: ['location_report'] },
  statement_all_view: {
    label: 'View statements of all locations',
    group: 'money',
    needs: ['location_report'],
  },
  access_setting: { label: 'Edit settings', group: 'settings' },
} as const satisfies Record<string, PermissionSpec>;

export type Permission = keyof typeof permissions;
export const allPermissions = Object.keys(permissions) as Permission[];
export const isPermission = (key: string): key is Permission => Object.hasOwn(permissions, key);
/** What a permission needs directly. */
export const needsOf = (key: Permission): readonly Permission[] =>
  ((permissions[key] as PermissionSpec).needs ?? []) as readonly Permission[];

/** Why a permission opens nothing, where it is in the catalog only for roles that name it. */
export const opensNothing = (key: Permission): string | undefined =>
  (permissions[key] as PermissionSpec).opensNothing;

/** The granted permissions and everything they need, however deep. */
export function withNeeded(granted: Iterable<Permission>): Set<Permission> {
  const all = new Set<Permission>(granted);
  // A Set also visits what is added on the way.
  for (const key of all) for (const needed of needsOf(key)) all.add(needed);
  return all;
}

/** What is left of the granted permissions when one is taken away: whatever needs it goes too. */
export function without(granted: Iterable<Permission>, taken: Permission): Set<Permission> {
  return new Set([...granted].filter((key) => !withNeeded([key]).has(taken)));
}

/** The granted permissions that are ticked because of `key`: those that need it, however indirectly. */
export const neededBy = (key: Permission, granted: Iterable<Permission>): Permission[] =>
  [...granted].filter((other) => other !== key && withNeeded([other]).has(key));

const ofTheMarketplace = [
  'category',
  'brand',
  'tax',
  'product',
  'sub_product',
  'vendor',
  'subscriptionPlan',
] as const;
const writing = ['add', 'edit', 'delete'] as const;
/**
 * What people of single locations cannot use, even where a role gives it to them: whatever asks for it writes
 * what all locations share.
 */
export const marketplacePermissions: ReadonlySet<Permission> = new Set<Permission>([
  ...ofTheMarketplace.flatMap((resource) => writing.map((action) => `${resource}_${action}` as const)),
  'store_add',
  'store_delete',
]);

export interface Role {
  roleId: number;
  subRoleId: number;
  roleKey: string;
  roleName: string;
}

/**
 * The catalog as the tree the wire wants: root 1, its children the groups, their children the keys.
 * Root and group keys hold no underscore, so that none can be taken for a permission.
 */
export const roleTree: readonly Role[] = (() => {
  const groups = Object.entries(permissionGroups);
  const tree: Role[] = [{ roleId: 1, subRoleId: 0, roleKey: 'all', roleName: 'All permissions' }];
  groups.forEach(([key, name], index) => {
    tree.push({
      roleId: index + 2,
      subRoleId: 1,
      roleKey: `group${key[0]?.toUpperCase()}${key.slice(1)}`,
      roleName: name,
    });
  });
  allPermissions.forEach((key, index) => {
    const group = groups.findIndex(([name]) => name === permissions[key].group);
    tree.push({ roleId: 101 + index, subRoleId: group + 2, roleKey: key, roleName: permissions[key].label });
  });
  return tree;
})();
