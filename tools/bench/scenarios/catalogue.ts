import { productRoutes } from '@aisle/contract/catalog/products';
import type pg from 'pg';
import { products as seedProducts } from '../../../server/seed/data/products.ts';
import { draw } from '../fill/draws.ts';
import { always, deepIn, listing, type Scenario, type Shop } from './scenario.ts';

const productWords = seedProducts.slice(0, 40).map(({ name }) => ({ search: name.split(' ').at(-1)! }));

async function putProductsBack(client: pg.Client): Promise<void> {
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
    CREATE TEMP TABLE gone ON COMMIT DROP AS SELECT id FROM products WHERE tags = '{bench}';
    DELETE FROM sub_products WHERE product_id IN (SELECT id FROM gone);
    DELETE FROM product_taxes WHERE product_id IN (SELECT id FROM gone);
    DELETE FROM audit_entries WHERE resource = 'products' AND record_id IN (SELECT id FROM gone);
    DELETE FROM audit_entries WHERE resource = 'subProducts' AND at > now() - interval '1 hour';
    DELETE FROM products WHERE id IN (SELECT id FROM gone);
    COMMIT`);
}

interface NewProduct {
  product: object;
  packs: { sku: string }[];
}
const newProducts = async ({ client }: Shop, wanted: number): Promise<NewProduct[]> => {
  const { rows } = await client.query<{ category: string; brand: string }>(
    // A category without required specifications, including inherited ones.
    `SELECT c.id AS category, (SELECT min(id::text) FROM brands) AS brand
     FROM categories c JOIN categories parent ON parent.id = c.parent_id
     WHERE c.specifications = '[]' AND parent.specifications = '[]' AND parent.parent_id IS NULL
     ORDER BY c.id LIMIT 1`,
  );
  const { category: categoryId, brand: brandId } = rows[0]!;
  const run = Date.now().toString(36);
  return Array.from({ length: wanted }, (_, index) => ({
    product: { name: `Bench product ${run} ${index}`, categoryId, brandId, tags: ['bench'] },
    packs: ['A', 'B'].map((pack) => ({
      name: `Pack ${pack}`,
      sku: `BENCH-${run}-${index}-${pack}`,
      unit: 'each',
      price: 100 + Math.floor(draw(index, 1) * 900),
      costPrice: 60,
    })),
  }));
};

export const catalogueScenarios: readonly Scenario[] = [
  {
    ...listing('product list, page 1', 'administrator', productRoutes.list, always({})),
    bar: { at16: 1500 },
  },
  { ...listing('product list, page 1', 'owner', productRoutes.list, always({})), bar: { at16: 1500 } },
  {
    ...listing('product list, page 200', 'administrator', productRoutes.list, always({ page: 200 })),
    bar: { at16: 1000 },
  },
  listing('product list, deep page', 'administrator', productRoutes.list, deepIn(productRoutes.list)),
  {
    ...listing('product list, search', 'administrator', productRoutes.list, always(...productWords)),
    bar: { at16: 1000 },
  },
  {
    ...listing('product list, search', 'owner', productRoutes.list, always(...productWords)),
    bar: { at16: 1000 },
  },
  {
    name: 'new product with two sub-products, administrator',
    who: 'administrator',
    kind: 'write',
    bar: { alone: 400 },
    routes: [productRoutes.create],
    prepare: newProducts,
    returnToLots: putProductsBack,
    run: (call, target) => {
      const { product, packs } = target as NewProduct;
      return call(productRoutes.create, { body: { ...product, subProducts: packs } });
    },
  },
];
