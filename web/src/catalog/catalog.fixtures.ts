import type { Brand } from '@aisle/contract/catalog/brands';
import type { Category, CategoryImpact, CategoryNode } from '@aisle/contract/catalog/categories';
import type { Product, ProductRow } from '@aisle/contract/catalog/products';
import type { SubProduct } from '@aisle/contract/catalog/sub-products';
import type { Tax, TaxView } from '@aisle/contract/catalog/taxes';
import type { Vendor, VendorView } from '@aisle/contract/catalog/vendors';
import { idOf, newId, stored } from '../../test/records.ts';

export const brandOf = (more: Partial<Brand> = {}): Brand => ({
  ...stored,
  _id: newId(),
  name: 'Alder',
  logo: null,
  status: true,
  productCount: 0,
  ...more,
});

export const taxOf = (more: Partial<Tax> = {}): Tax => ({
  ...stored,
  _id: newId(),
  name: 'Sales tax',
  rate: 6.25,
  description: null,
  status: true,
  categoryCount: 0,
  productCount: 0,
  ...more,
});
export const taxViewOf = (more: Partial<TaxView> = {}): TaxView => ({
  ...taxOf(more),
  categories: [],
  chargedProductCount: 0,
  rates: [],
  ...more,
});

export const categoryOf = (more: Partial<Category> = {}): Category => ({
  ...stored,
  _id: newId(),
  name: 'Dairy',
  parentId: null,
  level: 1,
  path: [],
  description: null,
  image: null,
  status: true,
  sortOrder: 1,
  taxIds: [],
  specifications: [],
  childCount: 0,
  productCount: 0,
  ...more,
});
export const nodeOf = (name: string, more: Partial<CategoryNode> = {}): CategoryNode => {
  const _id = more._id ?? newId();
  const level = more.level ?? 1;
  const children = (more.children ?? []).map((child, at) => ({
    ...child,
    parentId: _id,
    level: level + 1,
    sortOrder: at + 1,
  }));
  return {
    _id,
    name,
    parentId: null,
    level,
    status: true,
    sortOrder: 1,
    image: null,
    productCount: 0,
    version: 1,
    allProductCount: children.reduce((sum, child) => sum + child.allProductCount, more.productCount ?? 0),
    childCount: children.length,
    ...more,
    children,
  };
};
export const impactOf = (more: Partial<CategoryImpact> = {}): CategoryImpact => ({
  category: { _id: newId(), name: 'Dairy' },
  categoryCount: 0,
  productCount: 0,
  subProductCount: 0,
  locationCount: 0,
  overrideCount: 0,
  hiddenCount: 0,
  shownCount: 0,
  taxes: { before: [], after: [], categoryCount: 0, productCount: 0 },
  specifications: [],
  refusal: null,
  ...more,
});
export const vendorOf = (more: Partial<Vendor> = {}): Vendor => ({
  ...stored,
  _id: newId(),
  name: 'Green Acres',
  contact: null,
  email: null,
  phone: null,
  address: null,
  taxNumber: null,
  paymentTerms: null,
  status: true,
  ...more,
});
export const vendorViewOf = (more: Partial<VendorView> = {}): VendorView => ({
  ...vendorOf(more),
  receiptCount: 0,
  spend: 0,
  months: [],
  locations: [],
  shelfDays: null,
  expiredWaste: { lots: 0, cost: 0, share: null },
  onTime: { promised: 0, onTime: 0, share: null },
  lastReceipts: [],
  ...more,
});

export const subProductOf = (more: Partial<SubProduct> = {}): SubProduct => ({
  ...stored,
  _id: newId(),
  productId: idOf(3),
  productData: { _id: idOf(3), name: 'Milk' },
  name: 'Whole milk, 1 gal',
  sku: 'MILK-1',
  barcode: null,
  optionValues: {},
  unit: 'each',
  unitSize: null,
  soldByWeight: false,
  price: 399,
  salePrice: null,
  costPrice: 250,
  minPerOrder: null,
  maxPerOrder: null,
  status: true,
  images: [],
  picture: null,
  available: 12,
  ...more,
});

export const productRowOf = (more: Partial<ProductRow> = {}): ProductRow => ({
  ...stored,
  _id: newId(),
  name: 'Milk',
  slug: 'milk',
  brandData: null,
  categoryData: { _id: idOf(4), name: 'Dairy' },
  picture: null,
  status: true,
  addToHomePage: false,
  badge: 'none',
  subProductCount: 1,
  lowestPrice: 399,
  highestPrice: 399,
  available: 12,
  ...more,
});
export const productOf = (more: Partial<Product> = {}): Product => ({
  ...productRowOf(more),
  description: null,
  brandId: null,
  categoryId: idOf(4),
  categoryPath: [],
  specifications: {},
  tags: [],
  taxIds: [],
  taxes: [],
  taxSource: null,
  images: [],
  subProducts: [],
  badgeBySales: true,
  ...more,
});
