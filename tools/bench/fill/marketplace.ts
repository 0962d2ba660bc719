import { brands } from '../../../server/seed/data/brands.ts';
import { categories, categoryPath } from '../../../server/seed/data/categories.ts';
import { locations as seedLocations } from '../../../server/seed/data/locations.ts';
import { firstNames, lastNames } from '../../../server/seed/data/people.ts';
import { checkDigit, products as seedProducts } from '../../../server/seed/data/products.ts';
import { type TaxKey, taxes } from '../../../server/seed/data/taxes.ts';
import { vendors } from '../../../server/seed/data/vendors.ts';
import type { Size } from '../sizes.ts';
import { draw, indexBy, pickBy, runningSums } from './draws.ts';
import { idOf } from './ids.ts';

const day = 86_400_000;

interface Product {
  id: string;
  name: string;
  slug: string;
  description: string;
  brandId: string;
  categoryId: string;
  badge: string;
  addToHomePage: boolean;
  specifications: Readonly<Record<string, string | number>>;
}
interface SubProduct {
  id: string;
  productId: string;
  name: string;
  sku: string;
  barcode: string;
  unit: string;
  unitSize: number;
  soldByWeight: boolean;
  price: number;
  costPrice: number;
  taxRate: number;
  /** Days from receipt to expiration; null if it never expires. */
  shelfLifeDays: number | null;
  sortOrder: number;
}
export interface Location {
  id: string;
  name: string;
  code: string;
  commissionRate: number;
  timeZone: string;
  seed: (typeof seedLocations)[number];
}
export interface Customer {
  id: string;
  firstName: string;
  lastName: string;
  phone: string;
  since: number;
  /** The locations where the customer usually orders, and where sometimes. */
  home: number;
  second: number;
}

/** Data small enough for memory, and customers that are created whenever they are read. */
export type Marketplace = ReturnType<typeof buildMarketplace>;

export function buildMarketplace(size: Size, now: number) {
  const start = now - size.days * day;
  const opened = start - 30 * day;
  const rates = new Map(taxes.map((tax) => [tax.key, tax.rate]));
  const taxIds = new Map(taxes.map((tax, index) => [tax.key, idOf('tax', opened, index)]));
  const brandIds = new Map(brands.map((brand, index) => [brand.key, idOf('brand', opened, index)]));
  const categoryIds = new Map(categories.map((each, index) => [each.key, idOf('category', opened, index)]));
  const products: Product[] = [];
  const subProducts: SubProduct[] = [];
  for (let index = 0; index < size.products; index += 1) addProduct(index);

  /** Repeats the products of the demo marketplace, each time with other brands. */
  function addProduct(index: number): void {
    const seed = seedProducts[index % seedProducts.length]!;
    const round = Math.floor(index / seedProducts.length);
    const ownBrand = brands.findIndex((brand) => brand.key === seed.brandKey);
    const brand = brands[(Math.max(ownBrand, 0) + round * 7) % brands.length]!;
    const name = `${brand.name} ${seed.name}`;
    const product: Product = {
      id: idOf('product', opened + index * 1000, index),
      name,
      slug: `${seed.key}-${index + 1}`,
      description: seed.description,
      brandId: brandIds.get(brand.key)!,
      categoryId: categoryIds.get(seed.categoryKey)!,
      badge: seed.badge,
      addToHomePage: seed.addToHomePage,
      specifications: seed.specifications,
    };
    products.push(product);
    const taxKey = seed.taxKey ?? categoryPath(seed.categoryKey).findLast((each) => each.taxKey)?.taxKey;
    for (let pack = 0; pack < size.packs; pack += 1) {
      const like = seed.subProducts[Math.min(pack, seed.subProducts.length - 1)]!;
      const times = pack - seed.subProducts.indexOf(like) + 1;
      const number = subProducts.length;
      const digits = `21${String(number).padStart(10, '0')}`;
      subProducts.push({
        id: idOf('subProduct', opened + number, number),
        productId: product.id,
        name: `${brand.name} ${like.name}${times > 1 ? `, pack of ${times}` : ''}`,
        sku: `B${String(index + 1).padStart(5, '0')}-${'ABC'[pack]}`,
        barcode: digits + checkDigit(digits),
        unit: like.unit,
        unitSize: like.unitSize,
        soldByWeight: like.soldByWeight,
        price: like.price * times,
        costPrice: like.costPrice * times,
        taxRate: rates.get(taxKey as TaxKey) ?? 0,
        // A location sells few units of each item here. With a shorter shelf life, most would be wasted.
        shelfLifeDays: seed.shelfLifeDays && seed.shelfLifeDays * 4,
        sortOrder: pack,
      });
    }
  }

  const locations = Array.from({ length: size.locations }, (_, index): Location => {
    const seed = seedLocations[index % seedLocations.length]!;
    const street = lastNames[(index * 37) % lastNames.length]!;
    return {
      id: idOf('location', opened + index, index),
      name: `${street} ${pickBy(['Street Market', 'Corner Grocery', 'Fresh Foods', 'Pantry'], draw(index, 61))} ${index + 1}`,
      code: `L${String(index + 1).padStart(3, '0')}`,
      commissionRate: 8 + Math.floor(draw(index, 62) * 8),
      timeZone: seed.timeZone,
      seed,
    };
  });
  // The first location is the large one, with a tenth of all data.
  const others = locations.slice(1).map((_, index) => 0.5 + draw(index, 63));
  const popularity = runningSums([others.reduce((sum, weight) => sum + weight, 0) / 9, ...others]);

  function customer(index: number): Customer {
    const since = opened + Math.floor((index / size.customers) * (start - opened));
    const home = indexBy(popularity, draw(index, 71));
    return {
      id: idOf('customer', since, index),
      firstName: pickBy(firstNames, draw(index, 72)),
      lastName: pickBy(lastNames, draw(index, 73)),
      phone: `+1512${String(2_000_000 + index)}`,
      since,
      home,
      second: (home + 1 + Math.floor(draw(index, 74) * (locations.length - 1))) % locations.length,
    };
  }

  // A location sells every n-th sub-product, scattered over the catalog; its slots are ranked by sales. The factor has no
  // common divisor with the number of sub-products.
  const stride = Math.floor(subProducts.length / size.assortment);
  const subProductAt = (location: number, slot: number): number =>
    ((slot * stride + (location % stride)) * 7919) % subProducts.length;

  return {
    size,
    now,
    start,
    opened,
    taxIds,
    brandIds,
    categoryIds,
    vendorIds: vendors.map((_, index) => idOf('vendor', opened, index)),
    products,
    subProducts,
    locations,
    popularity,
    customer,
    subProductAt,
  };
}
