/**
 * The domains, top to bottom, the same in contract, server and web: each may import from those below it and never
 * from those above. Below all of them is `core`.
 */
export const domains = [
  'overview',
  'service',
  'finance',
  'sales',
  'warehouse',
  'customers',
  'locations',
  'catalog',
  'ledgers',
  'system',
] as const;
