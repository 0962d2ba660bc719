import { z } from 'zod';
import { DateOnly, Id, Instant } from '../core/fields.ts';
import { Cents, Price, roundedShare } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { SubProductRef } from './lots.ts';

const maxCalendarDays = 62;
const dayMs = 86_400_000;

/** The number of days whose sales determine how fast an item sells. */
export const speedDays = 28;
/** The steps of a mark-down, in percent off. */
const markDownSteps = [10, 20, 30, 50, 70] as const;

interface MarkDownFacts {
  /** 0 on the last day. */
  daysLeft: number;
  onHand: number;
  /** Units sold per day in the last four weeks. */
  perDay: number;
  /** Stock that expires earlier and is sold first. */
  earlier: number;
  /** The current price in cents. */
  price: number;
}
interface MarkDown {
  percent: number;
  price: number;
  /** The forecast of the lot's remaining units on its last day at the current price. */
  leftOver: number;
}

/**
 * The mark-down rule. The remaining stock is the stock less the sales until the last day, after earlier stock is sold. Without
 * remaining stock there is no mark-down. Otherwise the step depends on the days left: 10 % off with more than a week left, 20 %
 * within a week, 30 % within three days, 50 % on the last two days. If three quarters or more would remain, it is one step
 * more; if less than a quarter, one step less.
 */
export function markDownFor({ daysLeft, onHand, perDay, earlier, price }: MarkDownFacts): MarkDown | null {
  if (daysLeft < 0 || onHand <= 0 || price <= 1) return null;
  const sells = Math.max(0, perDay * (daysLeft + 1) - earlier);
  const leftOver = Math.round(Math.max(0, onHand - sells) * 1000) / 1000;
  if (leftOver === 0) return null;
  const share = leftOver / onHand;
  const usual = daysLeft <= 1 ? 3 : daysLeft <= 3 ? 2 : daysLeft <= 7 ? 1 : 0;
  const step = usual + (share >= 0.75 ? 1 : share < 0.25 ? -1 : 0);
  const percent = markDownSteps[Math.min(step, markDownSteps.length - 1)];
  if (percent === undefined) return null;
  // A tenth of a few cents rounds to zero, but a suggested price must be below the current one.
  const lowered = Math.min(price - 1, Math.max(1, roundedShare(price, 100 - percent, 100)));
  return { percent, price: lowered, leftOver };
}

const filters = { locationId: Id.optional(), vendorId: Id.optional(), categoryId: Id.optional() };
export const CalendarInput = z
  .strictObject({ from: DateOnly, to: DateOnly, ...filters })
  .refine(({ from, to }) => from <= to, { message: 'Ends before it starts', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxCalendarDays * dayMs, {
    message: `At most ${maxCalendarDays} days at once`,
    path: ['to'],
  });
export type CalendarInput = z.infer<typeof CalendarInput>;

/** Lots that expire on this day: their cost and their sales value. */
export const ExpiryDay = z.object({
  day: DateOnly,
  lots: z.int(),
  units: z.number(),
  cost: Cents,
  retail: Cents,
});
export type ExpiryDay = z.infer<typeof ExpiryDay>;

const markDownStatuses = ['active', 'ended', 'undone'] as const;
export const MarkDownStatus = z.enum(markDownStatuses);
export const AppliedMarkDown = z.object({
  _id: Id,
  locationId: Id,
  locationName: z.string(),
  subProductData: SubProductRef,
  price: Cents,
  /** The previous price at the location; null if it was the catalog's price. */
  priceBefore: z.int().nullable(),
  until: DateOnly,
  status: MarkDownStatus,
  endedBecause: z.enum(['soldOut', 'expired', 'undone', 'priceChanged']).nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
});
export type AppliedMarkDown = z.infer<typeof AppliedMarkDown>;

export const ExpiryLot = z.object({
  _id: Id,
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  subProductData: SubProductRef,
  vendorName: z.string().nullable(),
  onHand: z.number(),
  expiresOn: DateOnly,
  daysLeft: z.int(),
  isRecalled: z.boolean(),
  cost: Cents,
  retail: Cents,
  /** The current price of one unit at the location. */
  price: Cents,
  perDay: z.number(),
  suggestion: z.object({ percent: z.int(), price: Cents, leftOver: z.number() }).nullable(),
  markDown: z.object({ _id: Id, price: Cents, until: DateOnly }).nullable(),
});
export type ExpiryLot = z.infer<typeof ExpiryLot>;

export const ExpiryPage = pageRequest(['expiresOn'], { ...filters, from: DateOnly, to: DateOnly });
export type ExpiryPage = z.infer<typeof ExpiryPage>;
export const MarkDownPage = pageRequest(['createdAt'], { locationId: Id, status: MarkDownStatus });
export type MarkDownPage = z.infer<typeof MarkDownPage>;

export const MarkDownInput = z.strictObject({
  items: z
    .array(z.strictObject({ locationId: Id, subProductId: Id, price: Price, until: DateOnly }))
    .min(1, 'Choose at least one')
    .max(100, 'At most 100 at once'),
});
export type MarkDownInput = z.infer<typeof MarkDownInput>;

const touched = ['expiry', 'inventory', 'prices', 'products', 'subProducts', 'locations'] as const;

export const expiryRoutes = routes('expiry', {
  calendar: {
    method: 'POST',
    path: '/expiry/calendar',
    permission: 'inventory_list',
    summary: 'Lists money at risk by expiry date. Dates without expiring stock are left out',
    body: CalendarInput,
    data: z.object({ days: z.array(ExpiryDay) }),
    reads: true,
  },
  lots: {
    method: 'POST',
    path: '/expiry/lots',
    permission: 'inventory_list',
    summary: 'Lists lots by expiry date with suggested mark-downs',
    body: ExpiryPage,
    data: pageOf(ExpiryLot),
    reads: true,
    list: { screen: '/expiry', exportAs: 'expiringLots' },
  },
  markDown: {
    method: 'POST',
    path: '/expiry/mark-down',
    permission: 'assign_subProduct',
    summary: "Marks items down at a location until a date or until they're sold out",
    body: MarkDownInput,
    data: z.object({ marked: z.int() }),
    message: 'Marked down',
    onceByKey: true,
    problems: ['expiry.marked-down', 'expiry.not-lower'],
    changes: touched,
  },
  undoMarkDown: {
    method: 'POST',
    path: '/expiry/undo-mark-down/{id}',
    permission: 'assign_subProduct',
    summary: 'Ends a mark-down and restores the previous price, unless it was changed since',
    body: z.strictObject({}).optional(),
    data: AppliedMarkDown,
    message: 'Previous price restored',
    onceByKey: true,
    problems: ['expiry.over'],
    changes: touched,
  },
  markDowns: {
    method: 'POST',
    path: '/expiry/mark-downs',
    permission: 'inventory_list',
    summary: 'Lists mark-downs, newest first',
    body: MarkDownPage,
    data: pageOf(AppliedMarkDown),
    reads: true,
    list: { screen: '/expiry/mark-downs', exportAs: 'markDowns' },
  },
});
