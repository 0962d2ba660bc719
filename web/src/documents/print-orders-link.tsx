import { later } from '../core/later.ts';

/** Slips or invoices of some orders, as a PDF. */
export const PrintOrdersLink = later(() =>
  import('./print-orders-dialog.tsx').then((module) => module.PrintOrdersDialog),
);
