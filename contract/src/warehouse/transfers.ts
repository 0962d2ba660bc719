import { z } from 'zod';
import { DateOnly, From, Id, Instant, OptionalId, optionalLongText, UpTo, Version } from '../core/fields.ts';
import type { Flow } from '../core/flow.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { Quantity, QuantityOrNone } from '../core/quantity.ts';
import { routes } from '../core/route.ts';
import type { Permission } from '../permissions.ts';
import { SubProductRef } from './lots.ts';

export const transferStatuses = ['draft', 'inTransit', 'received', 'cancelled'] as const;
export const TransferStatus = z.enum(transferStatuses);
export type TransferStatus = z.infer<typeof TransferStatus>;
export const transferStatusLabels: Record<TransferStatus, string> = {
  draft: 'Draft',
  inTransit: 'On its way',
  received: 'Received',
  cancelled: 'Cancelled',
};

/** One side takes each step: the one whose stock moves. */
export interface TransferStep {
  side: 'from' | 'to';
  by: Permission;
}
/** The statuses of a transfer. Items in transit are in the stock of neither location. */
export const transferFlow = {
  draft: {
    inTransit: { side: 'from', by: 'inventory_edit' },
    cancelled: { side: 'from', by: 'inventory_edit' },
  },
  inTransit: {
    received: { side: 'to', by: 'inventory_add' },
    // The items came back. They return to their lots.
    cancelled: { side: 'from', by: 'inventory_edit' },
  },
  received: {},
  cancelled: {},
} as const satisfies Flow<TransferStatus, TransferStep>;

const LineInput = z.strictObject({
  subProductId: Id,
  /** If omitted: the lots that expire first. */
  lotId: OptionalId,
  quantity: Quantity,
});
export const maxTransferLines = 500;
const lines = z
  .array(LineInput)
  .min(1, 'Enter at least one item')
  .max(maxTransferLines, `At most ${maxTransferLines} items in one transfer`);

export const TransferInput = z
  .strictObject({
    fromLocationId: Id,
    toLocationId: Id,
    lines,
    note: optionalLongText('Note', 500),
    /** A draft moves no stock yet. If omitted, the items leave at once. */
    status: z.enum(['draft', 'inTransit']).default('inTransit'),
  })
  .refine(({ fromLocationId, toLocationId }) => fromLocationId !== toLocationId, {
    message: 'Choose a different location to send to',
    path: ['toLocationId'],
  });
export type TransferInput = z.infer<typeof TransferInput>;

export const TransferEdit = z.strictObject({
  toLocationId: Id.optional(),
  lines: lines.optional(),
  note: optionalLongText('Note', 500),
  version: Version,
});
export type TransferEdit = z.infer<typeof TransferEdit>;

export const TransferStepInput = z.strictObject({
  status: z.enum(['inTransit', 'cancelled']),
  version: Version.optional(),
  note: optionalLongText('Note', 500),
});
export type TransferStepInput = z.infer<typeof TransferStepInput>;

export const TransferReceipt = z.strictObject({
  version: Version.optional(),
  note: optionalLongText('Note', 500),
  /** Omitted lines were received in full and undamaged. */
  lines: z
    .array(
      z
        .strictObject({
          lineId: Id,
          /** The whole received quantity, including damaged items. */
          received: QuantityOrNone,
          damaged: QuantityOrNone.default(0),
        })
        .refine(({ received, damaged }) => damaged <= received, {
          message: "Damaged can't be more than received",
          path: ['damaged'],
        }),
    )
    .max(maxTransferLines)
    .default([]),
});
export type TransferReceipt = z.infer<typeof TransferReceipt>;

const LocationRef = z.object({ _id: Id, name: z.string() });

export const TransferRow = z.object({
  _id: Id,
  number: z.string(),
  status: TransferStatus,
  from: LocationRef,
  to: LocationRef,
  lineCount: z.int(),
  hasDifferences: z.boolean(),
  note: z.string().nullable(),
  sentAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  createdAt: Instant,
  version: Version,
});
export type TransferRow = z.infer<typeof TransferRow>;

export const TransferLine = z.object({
  _id: Id,
  subProductData: SubProductRef,
  /** The lot that the user chose; null if none. */
  lotId: Id.nullable(),
  quantity: z.number(),
  received: z.number().nullable(),
  damaged: z.number().nullable(),
  /** The quantities taken from each lot, once the transfer is sent. */
  lots: z.array(
    z.object({
      /** The lot at the sending location. */
      lotId: Id,
      number: z.string(),
      quantity: z.number(),
      lotNumber: z.string().nullable(),
      costPrice: Cents.nullable(),
      expiresOn: DateOnly.nullable(),
      /** The new lot at the receiving location; null before it is received. */
      arrivedLotId: Id.nullable(),
    }),
  ),
});
export type TransferLine = z.infer<typeof TransferLine>;

export const Transfer = TransferRow.extend({
  lines: z.array(TransferLine),
  /** The total cost of lots with a known cost, in cents. */
  cost: Cents,
  /** The status changes of the transfer, newest first. */
  events: z.array(
    z.object({
      _id: Id,
      from: TransferStatus.nullable(),
      to: TransferStatus,
      userName: z.string(),
      note: z.string().nullable(),
      at: Instant,
    }),
  ),
  /** The next steps that the user can take. */
  allowed: z.array(TransferStatus),
});
export type Transfer = z.infer<typeof Transfer>;

export const TransferPage = pageRequest(['createdAt', 'number'], {
  /** Transfers from or to this location. */
  locationId: Id,
  fromLocationId: Id,
  toLocationId: Id,
  status: TransferStatus,
  subProductId: Id,
  from: From,
  to: UpTo,
});
export type TransferPage = z.infer<typeof TransferPage>;

const touched = ['inventory', 'stock', 'notifications', 'subProducts'] as const;

export const transferRoutes = routes('inventory', {
  create: {
    method: 'POST',
    path: '/inventory/transfer',
    permission: 'inventory_edit',
    summary: 'Sends a transfer to another location, or saves it as a draft',
    body: TransferInput,
    data: Transfer,
    message: 'Transfer saved',
    onceByKey: true,
    problems: ['stock.not-enough', 'stock.reserved'],
    changes: touched,
  },
  list: {
    method: 'POST',
    path: '/inventory/transfer/list',
    permission: 'inventory_list',
    summary: 'Lists transfers to and from your locations, newest first',
    body: TransferPage,
    data: pageOf(TransferRow),
    reads: true,
    list: { screen: '/inventory/transfers', exportAs: 'transfers' },
  },
  view: {
    method: 'GET',
    path: '/inventory/transfer/view/{id}',
    permission: 'inventory_view',
    summary: 'Shows a transfer with its lines, their lots and its timeline',
    data: Transfer,
    reads: true,
  },
  edit: {
    method: 'PUT',
    path: '/inventory/transfer/edit/{id}',
    permission: 'inventory_edit',
    summary: 'Changes a draft',
    body: TransferEdit,
    data: Transfer,
    message: 'Transfer saved',
    problems: ['version-stale', 'transfers.sent'],
    changes: touched,
  },
  updateStatus: {
    method: 'PUT',
    path: '/inventory/transfer/update-status/{id}',
    permission: 'inventory_edit',
    summary: "Sends a draft, or cancels a transfer that hasn't been received",
    body: TransferStepInput,
    data: Transfer,
    message: 'Transfer updated',
    problems: [
      'orders.step-not-possible',
      'stock.not-enough',
      'stock.reserved',
      'version-stale',
      'not-allowed',
    ],
    changes: touched,
  },
  receive: {
    method: 'POST',
    path: '/inventory/transfer/receive/{id}',
    permission: 'inventory_add',
    summary: 'Receives a transfer and posts shortages, overages and damage',
    body: TransferReceipt,
    data: Transfer,
    message: 'Transfer received',
    onceByKey: true,
    problems: ['orders.step-not-possible', 'version-stale', 'not-allowed'],
    changes: touched,
  },
});
