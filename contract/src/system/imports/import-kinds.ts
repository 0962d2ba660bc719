import type { Permission } from '../../permissions.ts';

export const importKinds = ['products', 'customers', 'vendors', 'prices', 'stock', 'promotionGoods'] as const;
export type ImportKind = (typeof importKinds)[number];

interface KindAccess {
  import: Permission;
  /** Also required for rows that change a record. */
  change: Permission;
  undo: Permission;
  /** Also required to undo an import that added records. */
  undoNew: Permission;
  /** The import changes records that all locations share, so users of certain locations can't run it. */
  everywhere: boolean;
}
const onlyBy = (permission: Permission): KindAccess => ({
  import: permission,
  change: permission,
  undo: permission,
  undoNew: permission,
  everywhere: false,
});
/** The permissions for importing each kind: the same as for editing its records by hand. */
export const importAccess: Readonly<Record<ImportKind, KindAccess>> = {
  products: {
    import: 'product_add',
    change: 'product_edit',
    undo: 'product_edit',
    undoNew: 'product_delete',
    everywhere: true,
  },
  customers: {
    import: 'customer_add',
    change: 'customer_edit',
    undo: 'customer_edit',
    undoNew: 'customer_delete',
    everywhere: true,
  },
  vendors: {
    import: 'vendor_add',
    change: 'vendor_edit',
    undo: 'vendor_edit',
    undoNew: 'vendor_delete',
    everywhere: true,
  },
  prices: onlyBy('assign_subProduct'),
  stock: onlyBy('inventory_edit'),
  promotionGoods: { ...onlyBy('promotion_edit'), everywhere: true },
};
/** The kinds that users with these permissions can import. */
export const importableKinds = (held: ReadonlySet<Permission>, isEverywhere: boolean): ImportKind[] =>
  importKinds.filter(
    (kind) => held.has(importAccess[kind].import) && (isEverywhere || !importAccess[kind].everywhere),
  );
/** The permissions to import each of the kinds. */
export const importPermissions = importKinds.map((kind) => importAccess[kind].import);
