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
/** An order on the board, with what the people who work on it have to know. */
export const BoardRow = OrderRow.extend({
  /** The customer's note. */
  note: z.string().nullable(),
  /** Cash to collect from the customer on delivery or pickup. */
  cashDue: Cents,
  driverName: z.string().nullable(),
  /** Shown to users who may hand over the goods. */
  handOverCode: z.string().nullable(),
  picker: Picker.nullable(),
  bags: Bags.nullable(),
  /** The driver who still has the goods after a failed attempt. */
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
      /** When the one that waits longest was placed. */
      oldestAt: Instant.nullable(),
      /** Sorted by promised time, 50 at most. */
      records: z.array(BoardRow),
    }),
  ),
});
export type OrderBoard = z.infer<typeof OrderBoard>;
