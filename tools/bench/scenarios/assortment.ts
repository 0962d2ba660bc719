import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { sellabilityRoutes } from '@aisle/contract/sales/sellability';
import { priceRoutes } from '@aisle/contract/warehouse/prices';
import type pg from 'pg';
import { people } from '../people.ts';
import { always, asking, bodies, listing, type Prepare, type Scenario } from './scenario.ts';

/** The large location, which belongs to the owner in the benchmark. */
async function bigLocation(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ location_id: string }>(
    'SELECT location_id FROM user_locations WHERE user_id = $1',
    [people.owner.userId],
  );
  return rows[0]!.location_id;
}

/** The leaves of the category tree, which contain the products. */
async function leaves(client: pg.Client, wanted: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM categories c WHERE EXISTS (SELECT FROM products WHERE category_id = c.id) ORDER BY id LIMIT $1',
    [wanted],
  );
  return rows.map(({ id }) => id);
}

const byCategory: Prepare = async ({ client }, wanted) =>
  bodies(...(await leaves(client, wanted)).map((categoryId) => ({ filters: { categoryId } })));
const inStock: Prepare = async ({ client }) => bodies({ filters: { inStockAt: await bigLocation(client) } });
const branches: Prepare = async ({ client }, wanted) => {
  const locationId = await bigLocation(client);
  return (await leaves(client, wanted)).map((parentId) => ({ query: { locationId, parentId } }));
};
const sold: Prepare = async ({ client }, wanted) => {
  const locationId = await bigLocation(client);
  const { rows } = await client.query<{ id: string }>(
    'SELECT sub_product_id AS id FROM location_sub_products WHERE location_id = $1 LIMIT $2',
    [locationId, wanted],
  );
  return rows.map(({ id }) => ({ params: { id }, query: { locationId } }));
};

export const assortmentScenarios: readonly Scenario[] = [
  listing('product list, by category', 'administrator', productRoutes.list, byCategory),
  {
    ...listing('product list, in stock at a location', 'administrator', productRoutes.list, inStock),
    bar: { at16: 500 },
  },
  listing(
    'product list, without picture',
    'administrator',
    productRoutes.list,
    always({ filters: { missing: 'image' } }),
  ),
  listing('sub-product list, page 1', 'administrator', subProductRoutes.list, always({})),
  listing('sub-product list, page 1', 'owner', subProductRoutes.list, always({})),
  listing('prices and stock, page 1', 'administrator', priceRoutes.grid, always({})),
  listing('prices and stock, page 1', 'owner', priceRoutes.grid, always({})),
  asking('branch of the product tree', 'administrator', 'list', categoryRoutes.productTree, branches),
  asking('branch of the product tree', 'owner', 'list', categoryRoutes.productTree, branches),
  asking('why it can be sold or not', 'owner', 'view', sellabilityRoutes.show, sold),
];
