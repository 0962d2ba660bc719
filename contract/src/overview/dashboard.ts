import { z } from 'zod';
import { DateOnly, Id, Instant, Version } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { Unit } from '../core/quantity.ts';
import { routes } from '../core/route.ts';
import { PayoutOutlook } from '../finance/statements.ts';
import { Reason, ReasonType, type SetupStep, setupSteps } from '../system/settings.ts';
import { comparisons } from './reports.ts';

/** Placed orders that weren't cancelled, rejected, failed or expired. */
const Sales = z.object({
  gross: Cents,
  orders: z.int(),
  /** In cents; 0 without orders. */
  averageBasket: z.int(),
});
/** Sales of the period by day, and of the period that it is compared with. */
export const SalesBlock = Sales.extend({
  before: Sales.nullable(),
  byDay: z.array(z.object({ day: DateOnly, gross: Cents, orders: z.int() })),
});
/** Calendar days, both included, and the instants at which they start and end, for filtering lists. */
const Days = z.object({ from: DateOnly, to: DateOnly, since: Instant, until: Instant });
export type Days = z.infer<typeof Days>;

/** Sales since the start of the day at the location, and those until the same time a week ago. */
export const TodayBlock = Sales.extend({ lastWeek: Sales, day: Days });
/** The maximum count. */
export const maxAttention = 1000;
/** Alerts, each counted like the list that it links to, up to `maxAttention`. Null without the permission for that list. */
export const AttentionBlock = z.object({
  late: z.int().nullable(),
  refundFailed: z.int().nullable(),
  returnsToApprove: z.int().nullable(),
  outOfStock: z.int().nullable(),
  /** All lots whose last day is today, and the sales value of their stock. */
  expiresToday: z.object({ day: DateOnly, lots: z.int(), retail: Cents }).nullable(),
});
/** Open orders as of now, regardless of the period. */
export const OrdersBlock = z.object({
  byStatus: z.array(
    z.object({
      status: z.string(),
      count: z.int(),
      /** When the order that has waited longest was placed. */
      oldestAt: Instant,
      /** True if any of them is late. */
      isLate: z.boolean(),
    }),
  ),
});
export const TopProductsBlock = z.array(
  z.object({
    subProductId: Id,
    productId: Id,
    name: z.string(),
    ...itemNames,
    sku: z.string(),
    /** In `unit`, which is "each" unless the item is sold by weight. */
    quantity: z.number(),
    unit: Unit,
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
  ...itemNames,
  /** In `unit`, which is "each" unless the item is sold by weight. */
  available: z.number(),
  unit: Unit,
  expiresOn: DateOnly.nullable(),
});
const StockAlerts = z.object({
  /** The number of alerts, counted up to 1,000. */
  count: z.int(),
  first: z.array(StockAlert),
});
export const StockBlock = z.object({ out: StockAlerts, low: StockAlerts, expiring: StockAlerts });
/** New: added in the period. Active: ordered in the period. Churned: ordered in the preceding period, but not in this one. */
export const CustomersBlock = z.object({
  total: z.int(),
  totalIsEstimate: z.boolean(),
  new: z.int(),
  newBefore: z.int().nullable(),
  active: z.int(),
  activeBefore: z.int().nullable(),
  churned: z.int(),
  /** Null if there are no subscription plans. Income is per month. */
  subscriptions: z
    .object({ new: z.int(), active: z.int(), churned: z.int(), monthlyIncome: Cents })
    .nullable(),
});
/** Records that wait for staff, counted up to `maxAttention`, and since when the first one has waited. */
const Waiting = z.object({ count: z.int(), oldestAt: Instant.nullable() });
/** Open customer issues as of now. Each is counted like the list that it links to. */
export const ServiceBlock = z.object({
  /** The tickets that wait for an answer, and the overdue ones among them; null without the permission for support. */
  openTickets: Waiting.extend({ overdue: z.int() }).nullable(),
  ordersLate: Waiting,
  returnRequests: Waiting,
  refundsFailed: Waiting.extend({ amount: Cents }),
});

/** The next and the latest payout of each of the user's locations, by name. */
export const PayoutsBlock = z.array(PayoutOutlook.extend({ locationId: Id, locationName: z.string() }));
/** The money between the marketplace and its locations as of now. */
export const MoneyBlock = z.object({
  /** Owed to locations and on no statement yet. */
  due: z.object({ amount: Cents, locations: z.int() }),
  openStatements: z.object({ amount: Cents, count: z.int() }),
  /** Open statements whose payout failed, or was returned by the bank. */
  failedPayouts: z.object({ amount: Cents, count: z.int() }),
  /** Cash that drivers collected and still hold; null without the permission to list drivers. */
  cashHeld: z.object({ amount: Cents, drivers: z.int() }).nullable(),
});

/** The setup steps of a new marketplace, and whether each is done. */
export const Setup = z.object({
  /** The marketplace has a name. */
  marketplace: z.boolean(),
  location: z.boolean(),
  products: z.boolean(),
  /** Every location has items to sell. */
  assortment: z.boolean(),
  /** The first location without items to sell. */
  emptyLocationId: Id.nullable(),
  stock: z.boolean(),
  /** The first location can take orders. */
  ready: z.boolean(),
  firstLocationId: Id.nullable(),
  /** The payment types and the delivery settings were chosen, or the defaults were marked as final. */
  payment: z.boolean(),
  delivery: z.boolean(),
  people: z.boolean(),
  /** A storefront has an API key for sending orders. */
  shop: z.boolean(),
  order: z.boolean(),
  delivered: z.boolean(),
  /** The oldest open order. */
  openOrderId: Id.nullable(),
  /** The steps that an administrator marked as done, and the version of the settings, which hold them. */
  marked: z.array(z.enum(setupSteps)),
  settingsVersion: Version,
} satisfies Record<SetupStep, z.ZodType> & z.ZodRawShape);
export type Setup = z.infer<typeof Setup>;

/** The default order of the blocks. */
export const blockNames = [
  'attention',
  'today',
  'payouts',
  'money',
  'sales',
  'orders',
  'topProducts',
  'stock',
  'service',
  'topLocations',
  'customers',
] as const;
export const BlockName = z.enum(blockNames);
export type BlockName = z.infer<typeof BlockName>;
/**
 * Store users see the work, sales and payouts of their store. Blocks about customers, other locations and the money of all of
 * them are for users of the marketplace.
 */
const storeBlockNames: readonly BlockName[] = [
  'attention',
  'today',
  'payouts',
  'sales',
  'orders',
  'topProducts',
  'stock',
];
const marketplaceBlockNames = blockNames.filter((name) => name !== 'payouts');
export const blocksFor = (userType: string): readonly BlockName[] =>
  userType === 'store' ? storeBlockNames : marketplaceBlockNames;

/** Named periods, in calendar days of the location; the "last" ones include today. */
export const periodNames = [
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'last90Days',
  'thisMonth',
  'lastMonth',
  'thisYear',
] as const;
export const PeriodName = z.enum(periodNames);
export type PeriodName = z.infer<typeof PeriodName>;
export const Comparison = z.enum(comparisons);
export type Comparison = z.infer<typeof Comparison>;

/** A block is null without the permission for it, and absent if it wasn't requested or failed to load. */
const Blocks = z
  .object({
    attention: AttentionBlock.nullable(),
    today: TodayBlock.nullable(),
    payouts: PayoutsBlock.nullable(),
    money: MoneyBlock.nullable(),
    sales: SalesBlock.nullable(),
    orders: OrdersBlock.nullable(),
    topProducts: TopProductsBlock.nullable(),
    topLocations: TopLocationsBlock.nullable(),
    stock: StockBlock.nullable(),
    customers: CustomersBlock.nullable(),
    service: ServiceBlock.nullable(),
  } satisfies Record<BlockName, z.ZodType>)
  .partial();
export type Blocks = z.infer<typeof Blocks>;

export const Dashboard = Days.extend({
  /** When the data was read. */
  asOf: Instant,
  /** The time zone in which days start and end: that of the location, or of most locations. */
  timeZone: z.string(),
  /** The days of the comparison period; null for the comparison "none". */
  comparedWith: Days.nullable(),
  /** The period just before, with as many days. Churned customers ordered in it. */
  previous: Days,
  locationId: Id.nullable(),
  /** Only until the first order or until the list is hidden, and only for users of the whole marketplace. */
  setup: Setup.nullable(),
  /** Blocks that failed to load; request them again with `blocks`. */
  failed: z.array(BlockName),
  ...Blocks.shape,
});
export type Dashboard = z.infer<typeof Dashboard>;

export const longestDays = 366;
const isBlock = (name: string): name is BlockName => BlockName.safeParse(name).success;
const BlockList = z
  .string()
  .max(1000)
  .transform((text, context) => {
    const names = text.split(',');
    const unknown = names.find((name) => !isBlock(name));
    if (unknown !== undefined) {
      context.addIssue({ code: 'custom', message: `Choose from: ${blockNames.join(', ')}` });
    }
    return names.filter(isBlock);
  });
const [firstDay, lastDay] = ['2000-01-01', '2999-12-31'];
const Day = DateOnly.refine((day) => day >= firstDay && day <= lastDay, 'Choose a day from 2000 to 2999');

export const DashboardQuery = z
  .strictObject({
    /** If omitted: the last 30 days. */
    period: PeriodName.optional(),
    /** Calendar days, both included, instead of a named period. */
    from: Day.optional(),
    to: Day.optional(),
    compare: Comparison.default('previous'),
    locationId: Id.optional(),
    /** Comma-separated names of blocks; all if omitted. */
    blocks: BlockList.optional(),
  })
  .refine(({ period, from, to }) => !period || (!from && !to), {
    path: ['period'],
    error: 'Choose either a period or days',
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

export const dashboardRoutes = routes('dashboard', {
  data: {
    method: 'GET',
    path: '/dashboard/dashboard-data',
    permission: 'signedIn',
    summary: 'Shows the dashboard blocks you have permission to see',
    query: DashboardQuery,
    data: Dashboard,
    reads: true,
  },
  setup: {
    method: 'GET',
    path: '/dashboard/setup',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Shows the steps from a new marketplace to its first delivered order',
    data: Setup,
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
