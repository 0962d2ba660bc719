import { z } from 'zod';
import { Instant } from '../../core/fields.ts';
import { Cents } from '../../core/money.ts';
import { Bags, Picker } from './order-labels.ts';
import { OrderRow } from './order-list.ts';
import { statusesIn } from './order-status-groups.ts';

/** The columns of the work queue. Together they hold all orders in progress. */
export const boardColumns = [
  { key: 'new', statuses: statusesIn('new') },
  { key: 'picking', statuses: statusesIn('picking') },
  { key: 'ready', statuses: statusesIn('ready') },
  { key: 'out', statuses: statusesIn('out') },
] as const;
export type BoardKey = (typeof boardColumns)[number]['key'];
/** An order on the board, with the information that users need to work on it. */
export const BoardRow = OrderRow.extend({
  /** The customer's note on the order. */
  note: z.string().nullable(),
  /** Cash to collect from the customer on delivery or pickup. */
  cashDue: Cents,
  driverName: z.string().nullable(),
  /** Shown to users who can hand over the order. */
  handOverCode: z.string().nullable(),
  picker: Picker.nullable(),
  bags: Bags.nullable(),
  /** The driver who still has the items after a failed attempt. */
  comingBackFrom: z.string().nullable(),
});
export type BoardRow = z.infer<typeof BoardRow>;

export const OrderBoard = z.object({
  columns: z.array(
    z.object({
      key: z.enum(boardColumns.map(({ key }) => key)),
      /** Counted up to 1,000. */
      totalRecords: z.int(),
      totalIsEstimate: z.boolean(),
      /** When the order that has waited longest was placed. */
      oldestAt: Instant.nullable(),
      /** Sorted by promised time, 50 at most. */
      records: z.array(BoardRow),
    }),
  ),
});
export type OrderBoard = z.infer<typeof OrderBoard>;
