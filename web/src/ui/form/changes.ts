/** The dotted paths at which two values differ, only leaves; a changed list counts as one path. */
export function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (Object.is(before, after)) return [];
  if (isPlain(before) && isPlain(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      changedPaths(before[name], after[name], path === '' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const same =
      before.length === after.length && before.every((one, at) => changedPaths(one, after[at]).length === 0);
    return same ? [] : [path];
  }
  // All kinds of empty values count as equal.
  if (isNothing(before) && isNothing(after)) return [];
  return [path];
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The value at a dotted path. */
export const valueAt = (root: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], root);

/** 'salePrice' → 'Sale price'; 'subProducts.0.sku' → 'Sub-products 1 sku'. */
export function fieldLabel(path: string): string {
  const words = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replace(/Ids?$/, '')))
    .join(' ')
    .replace(/([a-z])([A-Z\d])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('sub product', 'sub-product');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
