import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface Goods {
  sku: string;
  name: string;
  /** In cents. */
  price: number;
  department: string;
  aisle: string;
}
export interface Basket {
  id: number;
  /** The customer is unknown for some baskets. */
  customer: number | null;
  /** The hour of the day when it was ordered. */
  hour: number;
  skus: string[];
}
export interface PublicGroceries {
  goods: Goods[];
  baskets: Basket[];
}

/** The content of the five files that docs/baskets.md describes. */
export const groceryFiles = [
  'products.csv',
  'aisles.csv',
  'departments.csv',
  'orders.csv',
  'order_products.csv',
] as const;

/** Joins the files of a folder: products with aisle and department, and the baskets. */
export async function readPublicGroceries(folder: string): Promise<PublicGroceries> {
  const read = async (name: string) => recordsOf(await readFile(path.join(folder, name), 'utf8'));
  const [products, aisles, departments, orders, ordered] = await Promise.all(groceryFiles.map(read));
  const aisleOf = new Map(aisles!.map(({ aisle_id, aisle = '' }) => [aisle_id, aisle]));
  const departmentOf = new Map(
    departments!.map(({ department_id, department = '' }) => [department_id, department]),
  );
  const goods = products!.map(({ product_id: id, product_name: name = '', aisle_id, department_id }) => ({
    sku: `P${id}`,
    name,
    price: 100 + (Number(id) % 900),
    aisle: aisleOf.get(aisle_id) ?? '',
    department: departmentOf.get(department_id) ?? '',
  }));
  return { goods, baskets: basketsOf(orders!, ordered!) };
}

type Row = Record<string, string>;

function basketsOf(orders: Row[], ordered: Row[]): Basket[] {
  const known = new Map(orders.map((order) => [order.order_id, order]));
  const baskets = new Map<string, Basket>();
  for (const { order_id: id = '', product_id } of ordered) {
    const order = known.get(id);
    const hour = Number(order?.order_hour_of_day ?? 12);
    const customer = order ? Number(order.user_id) : null;
    const basket = baskets.get(id) ?? { id: Number(id), customer, hour, skus: [] };
    basket.skus.push(`P${product_id}`);
    baskets.set(id, basket);
  }
  return [...baskets.values()];
}

/** Writes a file for the product import, with columns that it recognizes by name. */
export const productFile = (goods: readonly Goods[]): string =>
  tableOf([
    ['product_id', 'product_name', 'department', 'aisle', 'price_cents', 'ean_code'],
    ...goods.map(({ sku, name, department, aisle, price }) => [
      sku.slice(1),
      name,
      department,
      aisle,
      String(price),
      '',
    ]),
  ]);

export const tableOf = (rows: readonly string[][]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

/** The rows of a CSV file, keyed by column name. */
function recordsOf(text: string): Row[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  const [columns = [], ...body] = rows.filter((cells) => cells.length > 1 || cells[0]);
  return body.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
}
