import { z } from 'zod';
import { From, Id, Instant, optionalLongText, UpTo } from '../core/fields.ts';
import { Amount, Cents, Price } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

/**
 * Cash that a driver handed in at a location. It settles all cash that the driver had for the location, whatever amount was
 * counted.
 */
export const HandIn = z.object({
  _id: Id,
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  driverId: Id,
  driverName: z.string(),
  expected: Cents,
  counted: Cents,
  /** Counted less expected amount; negative if cash is missing. */
  difference: Cents,
  /** The reason for a difference. */
  note: z.string().nullable(),
  receivedBy: z.string(),
  createdAt: Instant,
});
export type HandIn = z.infer<typeof HandIn>;

export const HandInInput = z
  .strictObject({
    driverId: Id,
    locationId: Id,
    /** The driver's cash when it was counted. The request is rejected if it has changed since. */
    expected: Price,
    counted: Amount,
    note: optionalLongText('Note', 300),
  })
  .refine(({ expected, counted, note }) => counted === expected || note, {
    path: ['note'],
    error: 'Explain the difference',
  });
export type HandInInput = z.infer<typeof HandInInput>;

export const HandInPage = pageRequest(['createdAt'], {
  locationId: Id,
  driverId: Id,
  /** Only hand-ins whose counted amount differs from the expected one. */
  differs: z.boolean(),
  from: From,
  to: UpTo,
});
export type HandInPage = z.infer<typeof HandInPage>;

export const handInRoutes = routes('handIns', {
  list: {
    method: 'POST',
    path: '/hand-in/list',
    permission: 'driver_view',
    summary: 'A page of cash hand-ins',
    body: HandInPage,
    data: pageOf(HandIn),
    reads: true,
    list: { screen: '/driver/hand-ins', exportAs: 'handIns' },
  },
  create: {
    method: 'POST',
    path: '/hand-in/create',
    permission: 'order_edit',
    onceByKey: true,
    summary: 'Records the cash that a driver hands in at a location',
    body: HandInInput,
    data: HandIn,
    message: 'Cash received',
    problems: ['hand-ins.nothing-held', 'hand-ins.changed'],
    changes: ['handIns', 'drivers', 'dispatch'],
  },
});
