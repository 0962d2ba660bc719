/** The sizes of marketplaces for the benchmark. */
export interface Size {
  name: SizeName;
  orders: number;
  linesPerOrder: number;
  locations: number;
  products: number;
  /** Sub-products per product. */
  packs: number;
  customers: number;
  /** Sub-products in the assortment of each location, each with one stock level. */
  assortment: number;
  /** The period that the orders are spread over, until now. */
  days: number;
}
type SizeName = 'XS' | 'S' | 'M' | 'L' | 'P-tenth' | 'P' | 'P-tenfold';

/** A catalog that every location sells completely, for measuring the lists of products. */
const wholeCatalog = (products: number): Omit<Size, 'name'> => ({
  orders: 50_000,
  linesPerOrder: 3,
  locations: 20,
  products,
  packs: 2,
  customers: 6_000,
  assortment: products * 2,
  days: 90,
});

const table: Record<SizeName, Omit<Size, 'name'>> = {
  // For testing the benchmark itself.
  XS: {
    orders: 2_000,
    linesPerOrder: 10,
    locations: 4,
    products: 200,
    packs: 3,
    customers: 500,
    assortment: 300,
    days: 30,
  },
  S: {
    orders: 100_000,
    linesPerOrder: 10,
    locations: 20,
    products: 2_000,
    packs: 3,
    customers: 12_000,
    assortment: 3_000,
    days: 90,
  },
  M: {
    orders: 1_000_000,
    linesPerOrder: 10,
    locations: 200,
    products: 20_000,
    packs: 3,
    customers: 120_000,
    assortment: 3_000,
    days: 365,
  },
  L: {
    orders: 10_000_000,
    linesPerOrder: 3,
    locations: 200,
    products: 20_000,
    packs: 3,
    customers: 1_000_000,
    assortment: 3_000,
    days: 730,
  },
  'P-tenth': wholeCatalog(1_000),
  P: wholeCatalog(10_000),
  'P-tenfold': wholeCatalog(100_000),
};

export function sizeOf(name: string | undefined): Size {
  if (!name || !Object.hasOwn(table, name)) {
    throw new Error(`--size must be one of ${Object.keys(table).join(', ')}`);
  }
  return { name: name as SizeName, ...table[name as SizeName] };
}
