/**
 * The domains from top to bottom, the same in contract, server and web. Each can import from the ones below it, but not from
 * the ones above. `core` is below all of them.
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
