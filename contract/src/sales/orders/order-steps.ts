import { z } from 'zod';
import { beforeNormalizing, Id, optionalLongText, requiredLongText, Version } from '../../core/fields.ts';
import { normalCode } from '../../core/normal-text.ts';
import { Quantity } from '../../core/quantity.ts';
import { HeadlineStatusField } from './order-labels.ts';

export const OrderStep = z.strictObject({
  /** A status of the order or of its dispatch. Any of the 36 is valid input, but only a few are possible at a time. */
  status: HeadlineStatusField,
  version: Version.optional(),
  note: optionalLongText('Note', 1000),
  /** The driver to offer the order to. */
  driverId: Id.nullable().optional(),
  /** The hand-over code, if staff hand the order to its driver. */
  code: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .max(20)
    .nullable()
    .optional(),
  /** After a failed attempt: true if the driver still has the items. If omitted, the location has them back. */
  comingBack: z.boolean().optional(),
});
export type OrderStep = z.infer<typeof OrderStep>;

/** The version after the step to undo. If the order has changed since, the undo is rejected. */
export const StepUndo = z.strictObject({ version: Version });
export type StepUndo = z.infer<typeof StepUndo>;

export const DriverAssignment = z.strictObject({
  driverId: Id,
  version: Version.optional(),
  note: optionalLongText('Note', 1000),
  /** The driver already accepted, so no request is sent. */
  accepted: z.boolean().optional(),
  /** Adds the order to the driver's current trip, if nothing has been picked up for it yet. */
  join: z.boolean().optional(),
});
export type DriverAssignment = z.infer<typeof DriverAssignment>;

/** The version is required, so that the second of two users who take over at once gets a conflict. */
export const TakeOver = z.strictObject({ version: Version });
export type TakeOver = z.infer<typeof TakeOver>;

export const NewOrderNote = z.strictObject({ note: requiredLongText('Note', 1000) });
export type NewOrderNote = z.infer<typeof NewOrderNote>;

export const CancelledLines = z
  .array(z.strictObject({ lineId: Id, quantity: Quantity }))
  .min(1)
  .max(200);
export const CancelOrder = z
  .strictObject({
    reasonId: z.string().min(1).max(100).optional(),
    reason: optionalLongText('Reason', 300),
    note: optionalLongText('Note', 1000),
    version: Version.optional(),
    /** Returns picked items to stock; true if omitted. */
    restock: z.boolean().optional(),
    /** Cancels only these quantities of lines, before anything is picked; if omitted, the whole order. */
    lines: CancelledLines.optional(),
  })
  .refine(({ reasonId, reason }) => reasonId || reason, { path: ['reasonId'], error: 'Reason is required' });
export type CancelOrder = z.infer<typeof CancelOrder>;
