import { z } from 'zod';
import { Instant } from '../core/fields.ts';
import { OrderRow } from './order-list.ts';

/** What a location has to do, by the work it is. */
export const boardColumns = [
  { key: 'new', statuses: ['orderPlaced'] },
  { key: 'picking', statuses: ['processing'] },
  { key: 'ready', statuses: ['prepared', 'awaitingForDelivery', 'pickup'] },
  { key: 'out', statuses: ['outOfDelivery'] },
] as const;
export type BoardKey = (typeof boardColumns)[number]['key'];
export const OrderBoard = z.object({
  columns: z.array(
    z.object({
      key: z.enum(boardColumns.map(({ key }) => key)),
      /** Counted up to 1,000. */
      totalRecords: z.int(),
      totalIsEstimate: z.boolean(),
      /** When the one that waits longest was placed. */
      oldestAt: Instant.nullable(),
      /** What was promised first comes first, 50 at most. */
      records: z.array(OrderRow),
    }),
  ),
});
export type OrderBoard = z.infer<typeof OrderBoard>;
