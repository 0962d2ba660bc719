import { z } from 'zod';
import { routes } from '../core/route.ts';
import type { Permission } from '../permissions.ts';

/** The counts of open work in the menu, each with the required permission. */
export const workCounts = {
  newOrders: 'order_list',
  outOfStock: 'inventory_list',
  openTickets: 'support_list',
} as const satisfies Record<string, Permission>;
export type WorkCount = keyof typeof workCounts;

/** The maximum count; higher ones are shown as "99+". */
export const maxCountedWork = 100;

export const shellRoutes = routes('shell', {
  counts: {
    method: 'GET',
    path: '/shell/counts',
    permission: 'signedIn',
    summary: 'Counts open work of each kind you can see, up to 100 each',
    data: z.partialRecord(
      z.enum(Object.keys(workCounts) as [WorkCount, ...WorkCount[]]),
      z.int().min(0).max(maxCountedWork),
    ),
    reads: true,
  },
});
