import type { SessionUser } from '../src/core/session/session.ts';

/** Unique, valid IDs for test records. */
export const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

let last = 1000;
export const newId = (): string => {
  last += 1;
  return idOf(last);
};

/** Fields that every stored record has. */
export const stored = {
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 1,
};

/** The response of a list with a single page. */
export const pageOf = <Row>(...records: Row[]) => ({ records, totalRecords: records.length });

const paths = `
  /books /books/accounts /books/journals /brand /category /customers/view/$id /dashboard /driver
  /driver/hand-ins /driver/view/$id /imports /inventory /inventory/$id /inventory/counts/$id
  /inventory/counts/sheet/$id /inventory/transfers /inventory/transfers/$id /inventory/transfers/add
  /inventory/transfers/edit/$id /inventory/transfers/receive/$id /inventory/view/$id /location_report
  /locations /locations/add /locations/edit/$id /locations/locationTax/$id /locations/view/$id
  /messages/view/$id /orders /orders/add /orders/returns /orders/view/$id /payments /products
  /products/add /products/bulk-edits /products/bulk-edits/$id /products/edit/$id /products/view/$id
  /promotions/view/$id /report/discount /report/product /settings /settings/webhooks /settings/webhooks/$id /statements /statements/$id
  /statements/add /statements/balance/$id /statements/payout-runs/$id /subscription-history /supports
  /supports/$id /users /users/role/$id /vendors
`;
/** Targets of links; every signed-in user can open them. */
export const otherScreens = Object.fromEntries(
  paths
    .trim()
    .split(/\s+/)
    .map((path) => [path, { title: path }]),
);

/** An administrator. */
export const ada: SessionUser = {
  firstName: 'Ada',
  lastName: 'Stone',
  email: 'ada@shop.example',
  userType: 'admin',
  locations: [],
};
/** A store user. */
export const kim: SessionUser = {
  ...ada,
  firstName: 'Kim',
  lastName: 'Hale',
  email: 'kim@shop.example',
  userType: 'store',
};
