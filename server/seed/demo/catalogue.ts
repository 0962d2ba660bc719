import type { Tx } from '../../src/core/db/db.ts';
import { brands } from '../data/brands.ts';
import { categories, categoryPath } from '../data/categories.ts';
import { brandLogo, productPicture } from '../data/picture.ts';
import { type ProductSeed, products } from '../data/products.ts';
import { taxes } from '../data/taxes.ts';
import { idsByKey } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Pictures } from './pictures.ts';

/** The fields of a sub-product that the rest of the demo needs. */
export interface Good {
  id: string;
  productId: string;
  brandId: string | null;
  /** The category of the product and those above it. */
  categoryIds: readonly string[];
  tags: readonly string[];
  productName: string;
  name: string;
  sku: string;
  unit: string;
  soldByWeight: boolean;
  price: number;
  isOnSale: boolean;
  costPrice: number;
  taxRate: number;
  minPerOrder: number | null;
  maxPerOrder: number | null;
  shelfLifeDays: number | null;
  /** The relative share of all purchases. */
  popularity: number;
  departmentKey: string;
}

/** Inserts taxes, brands, categories, products and sub-products, and returns the sub-products that can be sold. */
export async function addCatalogue(tx: Tx, pictures: Pictures, at: number): Promise<Good[]> {
  const id = idsByKey(at);
  const stamps = { created_at: new Date(at), updated_at: new Date(at) };
  const named = <Row extends { name: string; description?: string }>(
    kind: string,
    key: string,
    row: Row,
  ) => ({
    id: id(`${kind} ${key}`),
    name: row.name,
    ...stamps,
  });

  const logos = await Promise.all(brands.map((brand) => pictures.keep(brandLogo(brand), brand.name)));
  const covers = await Promise.all(
    products.map((product) => pictures.keep(productPicture(product), product.name)),
  );
  await insertRows(tx, 'files', pictures.rows);

  await insertRows(
    tx,
    'taxes',
    taxes.map((tax) => ({ ...named('tax', tax.key, tax), rate: tax.rate, description: tax.description })),
  );
  await insertRows(
    tx,
    'brands',
    brands.map((brand, index) => ({ ...named('brand', brand.key, brand), logo_id: logos[index] })),
  );
  for (const level of [1, 2, 3]) {
    const rows = categories.filter(({ key }) => categoryPath(key).length === level);
    await insertRows(
      tx,
      'categories',
      rows.map((category) => ({
        ...named('category', category.key, category),
        parent_id: category.parentKey && id(`category ${category.parentKey}`),
        level,
        description: category.description,
        sort_order: category.sortOrder,
        specifications: category.specifications.map((one) => ({
          _id: id(`specification ${category.key} ${one.name}`),
          ...one,
        })),
      })),
    );
  }
  await insertRows(
    tx,
    'category_taxes',
    categories
      .filter(({ taxKey }) => taxKey !== null)
      .map(({ key, taxKey }) => ({
        category_id: id(`category ${key}`),
        tax_id: id(`tax ${taxKey}`),
        since: '-infinity',
      })),
  );
  await insertRows(
    tx,
    'products',
    products.map((product) => ({
      ...named('product', product.key, product),
      slug: product.key,
      description: product.description,
      brand_id: product.brandKey && id(`brand ${product.brandKey}`),
      category_id: id(`category ${product.categoryKey}`),
      specifications: product.specifications,
      tags: product.tags,
      badge: product.badge,
      add_to_home_page: product.addToHomePage,
    })),
  );
  await insertRows(
    tx,
    'product_taxes',
    products
      .filter(({ taxKey }) => taxKey !== null)
      .map(({ key, taxKey }) => ({
        product_id: id(`product ${key}`),
        tax_id: id(`tax ${taxKey}`),
        since: '-infinity',
      })),
  );
  await insertRows(
    tx,
    'product_images',
    products.map((product, index) => ({
      product_id: id(`product ${product.key}`),
      file_id: covers[index],
      alt: product.name,
      sort_order: 0,
    })),
  );
  await insertRows(
    tx,
    'sub_products',
    products.flatMap((product) =>
      product.subProducts.map((each, index) => ({
        id: id(`sub-product ${each.key}`),
        product_id: id(`product ${product.key}`),
        name: each.name,
        sku: each.sku,
        barcode: each.barcode,
        option_values: each.optionValues,
        unit: each.unit,
        unit_size: each.unitSize,
        sold_by_weight: each.soldByWeight,
        price: each.price,
        sale_price: each.salePrice,
        cost_price: each.costPrice,
        min_per_order: each.minPerOrder,
        max_per_order: each.maxPerOrder,
        sort_order: index,
        ...stamps,
      })),
    ),
  );
  return products.flatMap((product) => goodsOf(product, id));
}

function goodsOf(product: ProductSeed, idOf: (key: string) => string): Good[] {
  const ofProduct = {
    taxRate: rateOf(product),
    productId: idOf(`product ${product.key}`),
    brandId: product.brandKey && idOf(`brand ${product.brandKey}`),
    categoryIds: categoryPath(product.categoryKey).map(({ key }) => idOf(`category ${key}`)),
    tags: product.tags,
  };
  return product.subProducts.map((each) => ({
    ...ofProduct,
    id: idOf(`sub-product ${each.key}`),
    productName: product.name,
    name: each.name,
    sku: each.sku,
    unit: each.unit,
    soldByWeight: each.soldByWeight,
    price: each.salePrice ?? each.price,
    isOnSale: each.salePrice !== null,
    costPrice: each.costPrice,
    minPerOrder: each.minPerOrder,
    maxPerOrder: each.maxPerOrder,
    shelfLifeDays: product.shelfLifeDays,
    popularity: product.popularity / product.subProducts.length,
    departmentKey: product.departmentKey,
  }));
}

/** The tax of the product, otherwise that of the nearest category above that has one. */
function rateOf(product: ProductSeed): number {
  const inherited = categoryPath(product.categoryKey)
    .map(({ taxKey }) => taxKey)
    .findLast((key) => key !== null);
  const key = product.taxKey ?? inherited;
  return taxes.find((tax) => tax.key === key)?.rate ?? 0;
}
