import { z } from 'zod';
import { beforeNormalizing, Id, optionalLongText, requiredLongText, Version } from '../../core/fields.ts';
import { normalCode } from '../../core/normal-text.ts';
import { Quantity } from '../../core/quantity.ts';
import { HeadlineStatusField } from './order-labels.ts';

export const OrderStep = z.strictObject({
  /** A status of the order or of its dispatch; any of the 36 is understood, few are possible. */
  status: HeadlineStatusField,
  version: Version.optional(),
  note: optionalLongText('Note', 1000),
  /** To whom it is offered. */
  driverId: Id.nullable().optional(),
  /** The hand-over code, where the goods are handed to a driver. */
  code: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .max(20)
    .nullable()
    .optional(),
  /** After a failed attempt: the driver still has the goods. Left out, they are back at the location. */
  comingBack: z.boolean().optional(),
});
export type OrderStep = z.infer<typeof OrderStep>;

/** The version that the step to undo led to: whatever happened since gets in the way. */
export const StepUndo = z.strictObject({ version: Version });
export type StepUndo = z.infer<typeof StepUndo>;

export const DriverAssignment = z.strictObject({
  driverId: Id,
  version: Version.optional(),
  note: optionalLongText('Note', 1000),
  /** The driver already accepted, so no request is sent. */
  accepted: z.boolean().optional(),
  /** Taken along on the trip that the driver is on already, as long as nothing was collected for it. */
  join: z.boolean().optional(),
});
export type DriverAssignment = z.infer<typeof DriverAssignment>;

/** The version is required: of two colleagues who take over at once, one has to learn about the other. */
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
    /** Picked goods go back on the shelf, unless this says otherwise. */
    restock: z.boolean().optional(),
    /** Cancels only so much of these lines, while nothing is picked yet; left out: the whole order. */
    lines: CancelledLines.optional(),
  })
  .refine(({ reasonId, reason }) => reasonId || reason, { path: ['reasonId'], error: 'Reason is required' });
export type CancelOrder = z.infer<typeof CancelOrder>;
