interface PermissionSpec {
  /** The ID in the role tree. Clients store it, so it never changes, and a new permission gets the next free number. */
  roleId: number;
  label: string;
  group: PermissionGroup;
  needs?: readonly string[];
  /** Why the permission grants no access. The role tree shows this text. */
  opensNothing?: string;
}

/** The groups of the role tree in their order, with their role IDs, which never change. */
const permissionGroups = {
  category: { roleId: 2, label: 'Categories' },
  brand: { roleId: 3, label: 'Brands' },
  store: { roleId: 4, label: 'Locations' },
  driver: { roleId: 5, label: 'Drivers' },
  user: { roleId: 6, label: 'Users' },
  tax: { roleId: 7, label: 'Taxes' },
  customer: { roleId: 8, label: 'Customers' },
  product: { roleId: 9, label: 'Products' },
  subProduct: { roleId: 10, label: 'Sub-products' },
  inventory: { roleId: 11, label: 'Inventory' },
  order: { roleId: 12, label: 'Orders' },
  subscriptionPlan: { roleId: 13, label: 'Subscription plans' },
  support: { roleId: 14, label: 'Support' },
  vendor: { roleId: 15, label: 'Vendors' },
  money: { roleId: 16, label: 'Statements and reports' },
  settings: { roleId: 17, label: 'Settings' },
  selling: { roleId: 18, label: 'Selling' },
} as const satisfies Record<string, { roleId: number; label: string }>;
type PermissionGroup = keyof typeof permissionGroups;

/** The five permissions of every resource, with the permissions that each needs. Their role IDs are consecutive. */
function crud<const Key extends string>(
  key: Key,
  firstRoleId: number,
  group: PermissionGroup,
  one: string,
  many: string,
  alsoNeeds: readonly string[] = [],
) {
  const list = `${key}_list`;
  const view = `${key}_view`;
  return {
    [list]: { roleId: firstRoleId, label: `View the list of ${many}`, group, needs: alsoNeeds },
    [view]: { roleId: firstRoleId + 1, label: `View ${one}`, group, needs: [list, ...alsoNeeds] },
    [`${key}_add`]: { roleId: firstRoleId + 2, label: `Add ${many}`, group, needs: [list, ...alsoNeeds] },
    [`${key}_edit`]: {
      roleId: firstRoleId + 3,
      label: `Edit ${many}`,
      group,
      needs: [list, view, ...alsoNeeds],
    },
    [`${key}_delete`]: {
      roleId: firstRoleId + 4,
      label: `Delete ${many}`,
      group,
      needs: [list, view, ...alsoNeeds],
    },
  } as Record<`${Key}_${'list' | 'view' | 'add' | 'edit' | 'delete'}`, PermissionSpec>;
}

const inProduct = ['product_list', 'product_view'] as const;
const brand = crud('brand', 107, 'brand', 'a brand', 'brands');
const order = crud('order', 157, 'order', 'an order', 'orders');
const support = crud('support', 168, 'support', 'a support ticket', 'support tickets');
const inventory = crud('inventory', 152, 'inventory', 'a received lot', 'inventory');
const subProduct = crud('sub_product', 147, 'subProduct', 'a sub-product', 'sub-products', inProduct);
const inStock = ['sub_product_list', 'vendor_list'] as const;

/** Every permission, with the permissions that it depends on. The keys are wire names. */
export const permissions = {
  ...crud('category', 101, 'category', 'a category', 'categories'),
  category_product_tree: {
    roleId: 106,
    label: 'View the category-product tree',
    group: 'category',
    needs: ['category_list', 'store_list'],
  },
  ...brand,
  brand_view: { ...brand.brand_view, opensNothing: 'the list shows all there is' },
  ...crud('store', 112, 'store', 'a location', 'locations'),
  store_tax_comm_view: {
    roleId: 117,
    label: 'View tax and commission of a location',
    group: 'store',
    needs: ['store_list', 'store_view'],
  },
  store_tax_comm_edit: {
    roleId: 118,
    label: 'Edit tax and commission of a location',
    group: 'store',
    needs: ['store_tax_comm_view'],
  },
  assign_subProduct: {
    roleId: 119,
    label: 'Assign sub-products to a location',
    group: 'store',
    needs: ['store_list', 'store_view', 'category_product_tree'],
  },
  Assign_Product_View: {
    roleId: 120,
    label: 'View the products assigned to a location',
    group: 'store',
    needs: ['category_list', 'store_list'],
  },
  ...crud('driver', 121, 'driver', 'a driver', 'drivers'),
  ...crud('user', 126, 'user', 'a user', 'users'),
  ...crud('tax', 131, 'tax', 'a tax', 'taxes'),
  ...crud('customer', 136, 'customer', 'a customer', 'customers'),
  customer_change_status: {
    roleId: 141,
    label: 'Block and unblock customers',
    group: 'customer',
    needs: ['customer_list', 'customer_view'],
  },
  ...crud('product', 142, 'product', 'a product', 'products'),
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
  cancel_order: { roleId: 162, label: 'Cancel orders', group: 'order', needs: ['order_list', 'order_view'] },
  ...crud('subscriptionPlan', 163, 'subscriptionPlan', 'a subscription plan', 'subscription plans'),
  ...support,
  support_delete: { ...support.support_delete, opensNothing: "tickets can't be deleted" },
  support_reply: {
    roleId: 173,
    label: 'Reply to support tickets',
    group: 'support',
    needs: ['support_list', 'support_view'],
  },
  support_dashboard: {
    roleId: 174,
    label: 'View the support dashboard',
    group: 'support',
    needs: ['support_list'],
  },
  ...crud('vendor', 175, 'vendor', 'a vendor', 'vendors'),
  location_report: { roleId: 180, label: 'View reports and statements of locations', group: 'money' },
  statement_generate: { roleId: 181, label: 'Create statements', group: 'money', needs: ['location_report'] },
  statement_payment: { roleId: 182, label: 'Pay out statements', group: 'money', needs: ['location_report'] },
  statement_all_view: {
    roleId: 183,
    label: 'View statements of all locations',
    group: 'money',
    needs: ['location_report'],
  },
  access_setting: { roleId: 184, label: 'Edit settings', group: 'settings' },
  ...crud('promotion', 185, 'selling', 'a promotion', 'promotions'),
  gift_card_list: { roleId: 190, label: 'View the list of gift cards', group: 'selling' },
  gift_card_view: { roleId: 191, label: 'View a gift card', group: 'selling', needs: ['gift_card_list'] },
  gift_card_add: { roleId: 192, label: 'Add gift cards', group: 'selling', needs: ['gift_card_list'] },
  gift_card_edit: {
    roleId: 193,
    label: 'Edit gift cards',
    group: 'selling',
    needs: ['gift_card_list', 'gift_card_view'],
  },
  customer_credit: {
    roleId: 194,
    label: 'Adjust store credit of customers',
    group: 'selling',
    needs: ['customer_view'],
  },
  vendor_claim_list: {
    roleId: 195,
    label: 'View claims against vendors',
    group: 'selling',
    needs: ['vendor_view'],
  },
  vendor_claim_edit: {
    roleId: 196,
    label: 'Create and settle claims against vendors',
    group: 'selling',
    needs: ['vendor_claim_list'],
  },
  dispute_list: { roleId: 197, label: 'View disputes of card payments', group: 'money' },
  dispute_edit: {
    roleId: 198,
    label: 'Answer disputes of card payments',
    group: 'money',
    needs: ['dispute_list'],
  },
  reconciliation_list: { roleId: 199, label: 'View the reconciliation of card payments', group: 'money' },
  reconciliation_edit: {
    roleId: 200,
    label: 'Reconcile card payments',
    group: 'money',
    needs: ['reconciliation_list'],
  },
} as const satisfies Record<string, PermissionSpec>;

export type Permission = keyof typeof permissions;
export const allPermissions = Object.keys(permissions) as Permission[];
export const isPermission = (key: string): key is Permission => Object.hasOwn(permissions, key);
/** The permissions that a permission needs directly. */
export const needsOf = (key: Permission): readonly Permission[] =>
  ((permissions[key] as PermissionSpec).needs ?? []) as readonly Permission[];

/** Why a permission grants no access: it exists only for stored roles that contain it. */
export const opensNothing = (key: Permission): string | undefined =>
  (permissions[key] as PermissionSpec).opensNothing;

/** The granted permissions and all permissions that they need, directly or indirectly. */
export function withNeeded(granted: Iterable<Permission>): Set<Permission> {
  const all = new Set<Permission>(granted);
  // Iterating over a Set also visits the elements added meanwhile.
  for (const key of all) for (const needed of needsOf(key)) all.add(needed);
  return all;
}

/** The remaining permissions after one is removed, along with all that need it. */
export function without(granted: Iterable<Permission>, taken: Permission): Set<Permission> {
  return new Set([...granted].filter((key) => !withNeeded([key]).has(taken)));
}

/** The granted permissions that need `key`, directly or indirectly. */
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
 * Permissions that users of certain locations can't use, even if a role grants them: their routes change records that all
 * locations share.
 */
export const marketplacePermissions: ReadonlySet<Permission> = new Set<Permission>([
  ...ofTheMarketplace.flatMap((resource) => writing.map((action) => `${resource}_${action}` as const)),
  'store_add',
  'store_delete',
  'customer_credit',
  'gift_card_list',
  'gift_card_view',
  'gift_card_add',
  'gift_card_edit',
  'vendor_claim_list',
  'vendor_claim_edit',
  'reconciliation_list',
  'reconciliation_edit',
]);

export interface Role {
  roleId: number;
  subRoleId: number;
  roleKey: string;
  roleName: string;
}

/**
 * The permissions as the tree that clients expect: the root, then the groups, then the permissions. Root and group keys contain
 * no underscore, so they can't be confused with permissions.
 */
export const roleTree: readonly Role[] = [
  { roleId: 1, subRoleId: 0, roleKey: 'all', roleName: 'All permissions' },
  ...Object.entries(permissionGroups).map(([key, { roleId, label }]) => ({
    roleId,
    subRoleId: 1,
    roleKey: `group${key[0]?.toUpperCase()}${key.slice(1)}`,
    roleName: label,
  })),
  ...allPermissions.map((key) => {
    const { roleId, group, label } = permissions[key];
    return { roleId, subRoleId: permissionGroups[group].roleId, roleKey: key, roleName: label };
  }),
];
