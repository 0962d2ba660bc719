import { z } from 'zod';
import { Id } from '../core/fields.ts';
import { routes } from '../core/route.ts';
import { OrderTarget } from './orders/order-list.ts';

const documentKinds = ['packingSlip', 'invoice'] as const;
export type DocumentKind = (typeof documentKinds)[number];
/** A sheet of paper, or the roll of a receipt printer (80 mm), cut at the end of the text. */
const documentPapers = ['letter', 'a4', 'thermal'] as const;
export type DocumentPaper = (typeof documentPapers)[number];

/** The maximum number of orders in an immediate response; a job creates larger files. */
export const printedAtOnce = 25;
export const maxPrinted = 2000;

export const DocumentsInput = z
  .strictObject({
    kind: z.enum(documentKinds),
    paper: z.enum(documentPapers).default('letter'),
    target: OrderTarget,
    /** Says below each line of an invoice how its total came about. */
    explain: z.boolean().default(false),
  })
  .refine(({ kind, explain }) => kind === 'invoice' || !explain, {
    path: ['explain'],
    message: 'Only invoices explain prices',
  });
export type DocumentsInput = z.output<typeof DocumentsInput>;

export const documentRoutes = routes('orders', {
  create: {
    method: 'POST',
    path: '/order/documents',
    permission: 'order_view',
    summary: 'Creates packing slips or invoices of orders as one PDF',
    body: DocumentsInput,
    data: z.object({
      /** A signed URL, valid for 15 minutes; null if a job creates the file. */
      url: z.string().nullable(),
      orders: z.int(),
      /** The job that creates the PDF: its `files` contain it when the job is done. */
      jobId: Id.nullable(),
    }),
    problems: ['bulk.nothing', 'orders.too-many'],
    changes: ['jobs'],
  },
});
