import { formatCount } from '@aisle/contract/core/pluralize';
import { type ConnectionView, maxShown } from '@aisle/contract/warehouse/connections';
import type { Precedence, SyncName } from '@aisle/contract/warehouse/sync';

export const syncLabels: Record<ConnectionView['refusals'][number]['name'], string> = {
  products: 'Products',
  prices: 'Prices',
  stock: 'Stock',
  customers: 'Customers',
  sales: 'Sales',
} satisfies Record<SyncName | 'sales', string>;
export const precedenceLabels: Record<Precedence, string> = {
  caller: 'This program',
  aisle: 'Aisle',
  newest: 'The latest change',
};

/** "salePrice" → "Sale price". */
export function fieldLabel(field: string): string {
  const special: Record<string, string> = { sku: 'SKU', categoryId: 'Category' };
  if (special[field]) return special[field];
  const words = field.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as a short text. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Says that only the newest rows are shown. */
export const newestOf = (count: number): string => `The newest ${maxShown} of ${formatCount(count)}`;
