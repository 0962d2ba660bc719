import { type ImportKind, importKinds } from '@aisle/contract/system/imports/import-kinds';
import type { ImportedResources } from '../imported-resource.ts';
import { suggestMapping } from './suggest-mapping.ts';

/** Returns the kind that the columns of a file fit, if they don't fit the kind it was uploaded as. */
export function likelierKind(
  kind: ImportKind,
  columns: readonly string[],
  resources: ImportedResources,
): ImportKind | null {
  const fits = (one: ImportKind) => {
    const { table } = resources[one];
    const mapping = suggestMapping(columns, table);
    return table.essentials.every((fields) => fields.some((field) => mapping[field] !== undefined));
  };
  if (fits(kind)) return null;
  const isChange = (one: ImportKind) => resources[one].table.adds === false;
  // A stock file can also look like a price file, and both like products.
  const order = [
    ...importKinds.filter(isChange).toReversed(),
    ...importKinds.filter((one) => !isChange(one)),
  ];
  return order.find((other) => other !== kind && fits(other)) ?? null;
}

/** Headings of order exports, which aren't lists of customers or products. */
const ofOrders =
  /^(?:line ?item|financial status|fulfillment status|order (?:id|number|no|total|status)|order#?)\b/i;
export const isOfOrders = (columns: readonly string[]): boolean =>
  columns.filter((column) => ofOrders.test(column.trim())).length >= 2;
