import type { Specification } from '@aisle/contract/catalog/categories';
import { newId } from '../src/core/ids.ts';
import type { Inside } from './shop.ts';

/** Adds a tax, active by default. */
export async function addTax(shop: Inside, rate = 8.25, status = true): Promise<string> {
  const id = newId();
  await shop.look((tx) =>
    tx
      .insertInto('taxes')
      .values({ id, name: `Tax ${id}`, rate, status })
      .execute(),
  );
  return id;
}

interface CategoryParts {
  name?: string;
  parentId?: string;
  taxIds?: string[];
  specifications?: Omit<Specification, '_id'>[];
}
export async function addCategory(shop: Inside, parts: CategoryParts = {}): Promise<string> {
  const id = newId();
  await shop.look(async (tx) => {
    const parent = parts.parentId
      ? await tx
          .selectFrom('categories')
          .select('level')
          .where('id', '=', parts.parentId)
          .executeTakeFirstOrThrow()
      : { level: 0 };
    await tx
      .insertInto('categories')
      .values({
        id,
        name: parts.name ?? `Category ${id}`,
        parent_id: parts.parentId ?? null,
        level: parent.level + 1,
        specifications: JSON.stringify((parts.specifications ?? []).map((one) => ({ _id: newId(), ...one }))),
      })
      .execute();
    for (const tax_id of parts.taxIds ?? []) {
      await tx.insertInto('category_taxes').values({ category_id: id, tax_id }).execute();
    }
  });
  return id;
}

export async function addBrand(shop: Inside, name = `Brand ${newId()}`): Promise<string> {
  const id = newId();
  await shop.look((tx) => tx.insertInto('brands').values({ id, name }).execute());
  return id;
}

interface ProductParts {
  name?: string;
  categoryId?: string;
  brandId?: string;
  taxIds?: string[];
}
export async function addProduct(shop: Inside, parts: ProductParts = {}): Promise<string> {
  const id = newId();
  const category_id = parts.categoryId ?? (await addCategory(shop));
  await shop.look(async (tx) => {
    await tx
      .insertInto('products')
      .values({
        id,
        name: parts.name ?? `Product ${id}`,
        slug: id,
        category_id,
        brand_id: parts.brandId ?? null,
      })
      .execute();
    for (const tax_id of parts.taxIds ?? []) {
      await tx.insertInto('product_taxes').values({ product_id: id, tax_id }).execute();
    }
  });
  return id;
}

interface SubProductParts {
  productId?: string;
  name?: string;
  sku?: string;
  barcode?: string;
  price?: number;
  salePrice?: number;
}
export async function addSubProduct(shop: Inside, parts: SubProductParts = {}): Promise<string> {
  const id = newId();
  const product_id = parts.productId ?? (await addProduct(shop, parts.name ? { name: parts.name } : {}));
  await shop.look((tx) =>
    tx
      .insertInto('sub_products')
      .values({
        id,
        product_id,
        name: parts.name ?? `Variant ${id}`,
        sku: parts.sku ?? `SKU-${id}`,
        barcode: parts.barcode ?? null,
        price: parts.price ?? 500,
        sale_price: parts.salePrice ?? null,
      })
      .execute(),
  );
  return id;
}

/** Assigns the sub-product to the location. */
export async function assign(shop: Inside, locationId: string, subProductId: string): Promise<void> {
  await shop.look((tx) =>
    tx
      .insertInto('location_sub_products')
      .values({ location_id: locationId, sub_product_id: subProductId })
      .execute(),
  );
}

/** Receives a lot of a sub-product at a location. */
export async function receive(
  shop: Inside,
  locationId: string,
  subProductId: string,
  { quantity = 10, expiresOn = null as string | null } = {},
): Promise<void> {
  const lot = newId();
  await shop.look(async (tx) => {
    await tx
      .insertInto('lots')
      .values({
        location_id: locationId,
        id: lot,
        sub_product_id: subProductId,
        received_quantity: quantity,
        expires_on: expiresOn,
      })
      .execute();
    await tx
      .insertInto('stock_movements')
      .values({
        location_id: locationId,
        sub_product_id: subProductId,
        id: newId(),
        kind: 'receipt',
        on_hand: quantity,
        lot_id: lot,
        cause_kind: 'receipt',
        cause_id: lot,
      })
      .execute();
  });
}
