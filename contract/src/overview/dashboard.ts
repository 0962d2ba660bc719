import { z } from 'zod';
import { DateOnly, Id, Instant } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { routes } from '../core/route.ts';
import { Reason, ReasonType } from '../system/settings.ts';

/** Orders that were placed and not cancelled, rejected, failed or expired. */
const Sales = z.object({
  gross: Cents,
  orders: z.int(),
  /** Cents; 0 without orders. */
  averageBasket: z.int(),
});
/** The figures of the period, day by day, and of the period of equal length before it. */
export const SalesBlock = Sales.extend({
  before: Sales,
  byDay: z.array(z.object({ day: DateOnly, gross: Cents, orders: z.int() })),
});
/** Sales since the day began where the location is, and up to the same time a week ago. */
export const TodayBlock = Sales.extend({ lastWeek: Sales });
/** Nothing here is counted further. */
export const maxAttention = 1000;
/**
 * What somebody has to deal with now, each counted as the list it links to counts it, up to `maxAttention`. Null without
 * the permission for that list.
 */
export const AttentionBlock = z.object({
  late: z.int().nullable(),
  refundFailed: z.int().nullable(),
  returnsToApprove: z.int().nullable(),
  outOfStock: z.int().nullable(),
  /** Lots whose last day is today, and what their stock would sell for. */
  expiresToday: z.object({ day: DateOnly, lots: z.int(), retail: Cents }).nullable(),
});
/** Orders that aren't over, as of now, whatever the period. */
export const OrdersBlock = z.object({
  byStatus: z.array(
    z.object({
      status: z.string(),
      count: z.int(),
      /** When the one that has waited longest was placed. */
      oldestAt: Instant,
      /** Whether any of them is late. */
      isLate: z.boolean(),
    }),
  ),
});
/** Counted over so many orders of the period, the latest: what sells now. */
export const topProductsFrom = 5000;
export const TopProductsBlock = z.array(
  z.object({
    subProductId: Id,
    productId: Id,
    name: z.string(),
    sku: z.string(),
    quantity: z.number(),
    revenue: Cents,
  }),
);
export const TopLocationsBlock = z.array(
  z.object({ locationId: Id, name: z.string(), orders: z.int(), gross: Cents }),
);
const StockAlert = z.object({
  locationId: Id,
  locationName: z.string(),
  subProductId: Id,
  name: z.string(),
  available: z.number(),
  expiresOn: DateOnly.nullable(),
});
const StockAlerts = z.object({
  /** How many there are, counted up to 1,000. */
  count: z.int(),
  first: z.array(StockAlert),
});
export const StockBlock = z.object({ out: StockAlerts, low: StockAlerts, expiring: StockAlerts });
/** New: taken up in the period. Active: ordered in it. */
export const CustomersBlock = z.object({
  total: z.int(),
  totalIsEstimate: z.boolean(),
  new: z.int(),
  newBefore: z.int(),
  active: z.int(),
  activeBefore: z.int(),
});

/** What a marketplace needs before its first order, and whether it is done. */
export const Setup = z.object({
  location: z.boolean(),
  products: z.boolean(),
  stock: z.boolean(),
  /** The settings of delivery and payment were saved once. */
  delivery: z.boolean(),
  people: z.boolean(),
  /** A shop has a key to send orders with. Taking an order by phone ends the setup altogether. */
  shop: z.boolean(),
});
export type Setup = z.infer<typeof Setup>;

/** A block is null for users without the permission it needs. */
export const Dashboard = z.object({
  from: DateOnly,
  to: DateOnly,
  locationId: Id.nullable(),
  /** Until the first order, for people of the whole marketplace. */
  setup: Setup.nullable(),
  attention: AttentionBlock,
  today: TodayBlock.nullable(),
  sales: SalesBlock.nullable(),
  orders: OrdersBlock.nullable(),
  topProducts: TopProductsBlock.nullable(),
  topLocations: TopLocationsBlock.nullable(),
  stock: StockBlock.nullable(),
  customers: CustomersBlock.nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const longestDays = 366;
export const DashboardQuery = z
  .strictObject({
    /** Calendar days, both included; left out: the last 30 days. */
    from: DateOnly.optional(),
    to: DateOnly.optional(),
    locationId: Id.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'Must not be before the start',
  })
  .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) < longestDays * 86_400_000, {
    path: ['from'],
    error: `Choose at most ${longestDays} days`,
  });
export type DashboardQuery = z.infer<typeof DashboardQuery>;

export const dashboardRoutes = routes({
  data: {
    method: 'GET',
    path: '/dashboard/dashboard-data',
    permission: 'signedIn',
    summary: 'Shows the dashboard blocks you have permission to see',
    query: DashboardQuery,
    data: Dashboard,
    reads: true,
  },
  reasonDropdown: {
    method: 'GET',
    path: '/dashboard/reason-dropdown',
    permission: 'signedIn',
    summary: 'Lists the reasons to choose from, of one type or all',
    query: z.strictObject({ type: ReasonType.optional() }),
    data: z.array(Reason),
    reads: true,
  },
});
