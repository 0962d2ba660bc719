/** Ids of records that tests make up: all different, all valid. */
export const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

let last = 1000;
export const newId = (): string => {
  last += 1;
  return idOf(last);
};

/** What every stored record says of itself. */
export const stored = {
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 1,
};

/** The only page of a list. */
export const pageOf = <Row>(...records: Row[]) => ({ records, totalRecords: records.length });

const paths = [
  '/products',
  '/category',
  '/vendors',
  '/dashboard',
  '/settings',
  '/settings/webhooks',
  '/users',
  '/inventory',
  '/products/view/$id',
  '/orders/view/$id',
  '/customers/view/$id',
  '/locations/view/$id',
  '/inventory/$id',
  '/inventory/view/$id',
];
/** Screens that links lead to; everyone signed in may see them. */
export const otherScreens = Object.fromEntries(paths.map((path) => [path, { title: path }]));
