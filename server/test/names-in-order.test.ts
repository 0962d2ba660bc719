import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { describe, expect, test } from 'vitest';
import { newId } from '../src/core/ids.ts';
import { readPages } from './list-builders.ts';
import { addOrderLocation } from './order-builders.ts';
import { openShop } from './shop.ts';

// Users expect Éclair before zebra and apple before Banana, regardless of the database's locale.

const sorted = ['Ångström', 'apple', 'Banana', 'Éclair', 'eclairs', 'zebra'];
const names = ['zebra', 'Éclair', 'apple', 'eclairs', 'Ångström', 'Banana'];

const shop = await openShop();
const admin = await shop.signIn();
for (const name of names) await addEverything(name);

async function addEverything(name: string): Promise<void> {
  const run = (text: string, values: unknown[]) => shop.db.owner.query(text, values);
  const [category, product, customer] = [newId(), newId(), newId()];
  await run('INSERT INTO brands (id, name) VALUES ($1, $2)', [newId(), name]);
  await run('INSERT INTO taxes (id, name, rate) VALUES ($1, $2, 5)', [newId(), name]);
  await run('INSERT INTO vendors (id, name) VALUES ($1, $2)', [newId(), name]);
  await run('INSERT INTO categories (id, name, level) VALUES ($1, $2, 1)', [category, name]);
  await run('INSERT INTO products (id, name, slug, category_id) VALUES ($1::uuid, $2, $1::uuid::text, $3)', [
    product,
    name,
    category,
  ]);
  await run(
    `INSERT INTO sub_products (id, product_id, name, sku, unit, price) VALUES ($1::uuid, $2, $3, $1::uuid::text, 'each', 100)`,
    [newId(), product, name],
  );
  await addOrderLocation(shop, { name });
  await run('INSERT INTO drivers (id, name, phone) VALUES ($1, $2, $3)', [newId(), name, '+15125550100']);
  await run(
    `INSERT INTO customers (id, first_name, last_name, phone, phone_digits) VALUES ($1::uuid, $2, 'Smith', $1::uuid::text, $1::uuid::text)`,
    [customer, name],
  );
  await run(
    `INSERT INTO users (id, first_name, last_name, email, user_type) VALUES ($1::uuid, $2::text, $2::text, $1::uuid || '@aisle.example', 'admin')`,
    [newId(), name],
  );
}

interface Listed {
  route: Route;
  /** The field that shows the name. */
  field?: string;
}
const lists: Record<string, Listed> = {
  'brands.list': { route: api.brands.list },
  'taxes.list': { route: api.taxes.list },
  'vendors.list': { route: api.vendors.list },
  'categories.list': { route: api.categories.list },
  'products.list': { route: api.products.list },
  'subProducts.list': { route: api.subProducts.list },
  'locations.list': { route: api.locations.list },
  'drivers.list': { route: api.drivers.list },
  'customers.list': { route: api.customers.list, field: 'firstName' },
  'users.list': { route: api.users.list, field: 'firstName' },
};
const dropdowns: Record<string, Route> = {
  'brands.dropdown': api.brands.dropdown,
  'taxes.dropdown': api.taxes.dropdown,
  'vendors.dropdown': api.vendors.dropdown,
  'products.dropdown': api.products.dropdown,
  'subProducts.dropdown': api.subProducts.dropdown,
  'locations.dropdown': api.locations.dropdown,
  'drivers.dropdown': api.drivers.dropdown,
  'customers.dropdown': api.customers.dropdown,
  'users.dropdown': api.users.dropdown,
};
/**
 * Finds the test's names among all that are shown. Choices show the last name of customers and users, and the product of a
 * variant.
 */
const onlyTestNames = (shown: readonly string[]) =>
  shown.flatMap(
    (text) => names.find((name) => [name, `${name} Smith`, `${name} ${name}`].includes(text)) ?? [],
  );

describe.each(Object.entries(lists))('%s', (_, { route, field = 'name' }) => {
  test.each(['asc', 'desc'] as const)('sorts pages of names as users expect, %s', async (order) => {
    const rows = await readPages(async (cursor) => {
      const body = { limit: 2, sort: { field: 'name', order }, ...(cursor ? { cursor } : {}) };
      const got = await admin.send(route, { body } as never);
      expect(got.status, JSON.stringify(got.body)).toBe(200);
      return got.data as { records: Record<string, string>[]; nextCursor: string | null };
    });

    const shown = rows.map((row) => row[field]!);
    const expected = order === 'asc' ? sorted : sorted.toReversed();
    expect(shown.filter((name) => names.includes(name))).toEqual(expected);
  });
});

test.each(Object.entries(dropdowns))('sorts the choices of %s as users expect', async (_, route) => {
  const got = await admin.send(route, { query: {} } as never);
  const shown = (got.data as { name: string }[]).map(({ name }) => name);

  expect(onlyTestNames(shown)).toEqual(sorted);
});

/** The columns in an ORDER BY at the start of a text. */
function orderedColumns(text: string): string[] {
  const columns = [''];
  let depth = 0;
  for (const [index, letter] of [...text].entries()) {
    const isOver =
      letter === '`' ||
      letter === "'" ||
      / (LIMIT|FOR) |^\n *(FROM|WHERE) /.test(text.slice(index, index + 7));
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && isOver)) break;
    if (letter === ',' && depth === 0) columns.push('');
    else columns[columns.length - 1] += letter;
  }
  return columns.map((column) => column.trim());
}
const isName = (column: string) => /^(\w+\.)?(name|first_name|last_name)( ASC| DESC)?$/.test(column);

test('uses this sort order in every ORDER BY of a name', () => {
  const root = path.resolve(import.meta.dirname, '../src');
  // Users don't see the names of migrations and of the server's secrets.
  const files = globSync('**/*.queries.ts', { cwd: root }).filter(
    (file) => !/backups\.queries|doctor\.queries|monitoring\.queries/.test(file),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const [, ...clauses] = text.split('ORDER BY ');
    const calls = text.match(
      /\.orderBy\('(?:\w+\.)?(?:name|first_name|last_name)'|\b\w*[nN]ame: sql\.ref\([^)]*\)/g,
    );
    return [...clauses.flatMap(orderedColumns).filter(isName), ...(calls ?? [])].map(
      (by) => `${file}: ${by}`,
    );
  });

  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
