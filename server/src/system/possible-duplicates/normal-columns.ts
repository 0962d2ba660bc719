import { Email, normalPhone, Phone, PostalCode } from '@aisle/contract/core/fields';
import { normalCode, normalDigits, normalLine } from '@aisle/contract/core/normal-text';
import type { DuplicateResource } from '@aisle/contract/system/possible-duplicates';

/** Incremented when the contract's normal forms change: stored text is then normalized again. */
export const textRules = 1;

type Change = (stored: unknown) => unknown;
export type StoredRow = Readonly<Record<string, unknown>>;

const text = (normalize: (text: string) => string | null) => (stored: unknown) =>
  typeof stored === 'string' ? normalize(stored) : stored;
/** Keeps a required value whose normal form is empty. */
const required = (normalize: (text: string) => string): Change =>
  text((stored) => normalize(stored) || stored);
const optional = (normalize: (text: string) => string): Change => text((stored) => normalize(stored) || null);

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}
/** Keeps a value whose normal form is invalid. */
const valid =
  (schema: Schema): Change =>
  (stored) => {
    const read = schema.safeParse(stored);
    return read.success ? read.data : stored;
  };

const name = required(normalLine);
const line = optional(normalLine);
const lastName = text(normalLine);
const email = valid(Email);
const phone = valid(Phone);
const postalCode = valid(PostalCode);
const code = required(normalCode);
const optionalCode = optional(normalCode);
const barcode = text((stored) => normalDigits(stored) || stored);
const tags: Change = (stored) =>
  Array.isArray(stored) ? [...new Set(stored.map((tag) => normalLine(String(tag)) || tag))] : stored;

const addressColumns = { line1: name, line2: line, city: name, state: name };
const address: Change = (stored) =>
  typeof stored === 'object' && stored !== null
    ? changed(stored as StoredRow, { ...addressColumns, postalCode })
    : stored;
const flatAddress = { label: name, ...addressColumns, postal_code: postalCode };

function changed(row: StoredRow, columns: Record<string, Change>): StoredRow {
  const normal = Object.entries(columns).flatMap(([column, change]) =>
    row[column] === undefined ? [] : [[column, change(row[column])] as const],
  );
  return { ...row, ...Object.fromEntries(normal) };
}

export interface UniqueColumn {
  /** Name of the field in the list of possible duplicates. */
  field: string;
  column: string;
  /** SQL of the unique expression, with `?` for the column or a value of it. */
  key: string;
  /** Only unique among rows with the same value in this column. */
  within?: string;
}
export interface NormalTable {
  table: string;
  keys: readonly [string] | readonly [string, string];
  /** Condition for rows with text to normalize, if an index finds them. */
  where?: string;
  columns: Record<string, Change>;
  /** Columns derived from others. */
  derived?: (row: StoredRow) => StoredRow;
  unique?: readonly UniqueColumn[];
  /** Resource in the list of possible duplicates; only tables with a unique column need one. */
  resource?: DuplicateResource;
}

const lower = (field: string, column = field, within?: string): UniqueColumn => ({
  field,
  column,
  key: 'lower(?::text)',
  ...(within && { within }),
});
const withDigits = (row: StoredRow): StoredRow =>
  typeof row.phone === 'string' && row.phone !== '' ? { phone_digits: normalPhone(row.phone) } : {};

/**
 * The live tables with text that people type. Ledgers, audit entries, documents and names on orders are never here: they keep
 * their original text.
 */
export const normalTables: readonly NormalTable[] = [
  { table: 'brands', keys: ['id'], columns: { name }, unique: [lower('name')], resource: 'brands' },
  { table: 'taxes', keys: ['id'], columns: { name }, unique: [lower('name')], resource: 'taxes' },
  {
    table: 'categories',
    keys: ['id'],
    columns: { name },
    unique: [lower('name', 'name', 'parent_id')],
    resource: 'categories',
  },
  { table: 'products', keys: ['id'], columns: { name, tags } },
  {
    table: 'sub_products',
    keys: ['id'],
    columns: { name, sku: code, barcode },
    unique: [lower('sku'), { field: 'barcode', column: 'barcode', key: "lpad(?::text, 14, '0')" }],
    resource: 'subProducts',
  },
  {
    table: 'vendors',
    keys: ['id'],
    columns: { name, contact: line, email, phone, address, tax_number: optionalCode, payment_terms: line },
    unique: [lower('name')],
    resource: 'vendors',
  },
  {
    table: 'locations',
    keys: ['id'],
    columns: { name, code, email, phone, address },
    unique: [lower('code')],
    resource: 'locations',
  },
  {
    table: 'users',
    keys: ['id'],
    columns: { first_name: name, last_name: name, email, phone },
    unique: [lower('email')],
    resource: 'users',
  },
  {
    table: 'customers',
    keys: ['id'],
    columns: { first_name: name, last_name: lastName, email, phone },
    derived: withDigits,
    unique: [lower('email'), { field: 'phone', column: 'phone_digits', key: '?::text' }],
    resource: 'customers',
  },
  {
    table: 'customer_locations',
    keys: ['customer_id', 'location_id'],
    columns: { first_name: name, last_name: lastName, email, phone },
    derived: withDigits,
  },
  { table: 'customer_addresses', keys: ['id'], columns: flatAddress },
  { table: 'location_addresses', keys: ['id'], columns: flatAddress },
  {
    table: 'drivers',
    keys: ['id'],
    columns: { name, email, phone, address, licence_number: optionalCode, vehicle_plate: optionalCode },
  },
  {
    table: 'subscription_plans',
    keys: ['id'],
    columns: { name },
    unique: [lower('name')],
    resource: 'subscriptionPlans',
  },
  { table: 'lots', keys: ['location_id', 'id'], columns: { lot_number: optionalCode } },
  { table: 'tickets', keys: ['id'], columns: { tags }, where: 'cardinality(tags) > 0' },
  { table: 'orders', keys: ['location_id', 'id'], columns: { tags }, where: 'cardinality(tags) > 0' },
];

/** Returns the columns of a row whose normal form differs. */
export function normalChanges({ columns, derived }: NormalTable, row: StoredRow): StoredRow {
  const normal = changed(row, columns);
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const changes = Object.fromEntries(
    Object.keys(columns).flatMap((column) =>
      isSame(normal[column], row[column]) ? [] : [[column, normal[column]]],
    ),
  );
  if (Object.keys(changes).length === 0) return changes;
  return { ...changes, ...(changes.phone !== undefined && derived?.(normal)) };
}
