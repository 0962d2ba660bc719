import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { type ImportKind, importKinds } from '@aisle/contract/system/imports/import-kinds';
import type { ImportedResources } from '../imported-resource.ts';
import { suggestMapping } from './suggest-mapping.ts';

/** Groups of fields that a file of a kind has one of each; a file of stock, say, a code and a quantity. */
const essentials: Record<ImportKind, readonly (readonly string[])[]> = {
  stock: [['sku', 'barcode'], ['onHand'], ['location']],
  prices: [['sku', 'barcode'], ['price'], ['location']],
  products: [['name'], ['price'], ['category', 'sku', 'barcode']],
  customers: [
    ['fullName', 'lastName'],
    ['phone', 'email'],
    ['line1', 'postalCode', 'marketingConsent', 'firstName'],
  ],
  vendors: [['name'], ['contact', 'paymentTerms', 'taxNumber']],
};
const order: readonly ImportKind[] = ['stock', 'prices', 'products', 'customers', 'vendors'];

/** The kind that the columns of a file fit, if they don't fit the one it was uploaded as. */
export function likelierKind(
  kind: ImportKind,
  columns: readonly string[],
  resources: ImportedResources,
): ImportKind | null {
  const mappings = new Map(importKinds.map((one) => [one, suggestMapping(columns, resources[one].table)]));
  const isComplete = (one: ImportKind) => hasEssentials(mappings.get(one)!, one);
  if (isComplete(kind)) return null;
  return order.find((other) => other !== kind && isComplete(other)) ?? null;
}

const hasEssentials = (mapping: ImportMapping, kind: ImportKind): boolean =>
  essentials[kind].every((fields) => fields.some((field) => mapping[field] !== undefined));

/** Headings of exports of orders, which are no list of customers or products. */
const ofOrders =
  /^(?:line ?item|financial status|fulfillment status|order (?:id|number|no|total|status)|order#?)\b/i;
export const isOfOrders = (columns: readonly string[]): boolean =>
  columns.filter((column) => ofOrders.test(column.trim())).length >= 2;
