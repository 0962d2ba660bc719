import { z } from 'zod';
import { contrastOf } from '../core/contrast.ts';
import { isTimeZone } from '../core/dates.ts';
import {
  beforeNormalizing,
  DateOnly,
  Id,
  Instant,
  optionalCode,
  Picture,
  requiredText,
  tooLong,
  Version,
} from '../core/fields.ts';
import { Amount } from '../core/money.ts';
import { normalCode, normalDigits, normalLine, normalText } from '../core/normal-text.ts';
import { HoursExceptions } from '../core/opening-hours.ts';
import { QuantityOrNone } from '../core/quantity.ts';
import { routes } from '../core/route.ts';
import { isRoutingNumber } from '../core/routing-number.ts';
import { ledgerAccounts } from './ledger-accounts.ts';
import { everySwitch, OrderEmailSwitches, OrderMessageRules } from './order-messages.ts';
import { defaultSupportRules, SupportRules } from './support-rules.ts';

/** "08:00", in the location's time zone. */
const TimeOfDay = z
  .string()
  .max(5, tooLong('Enter a time like 08:00'))
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 08:00');
const whole = (label: string, from: number, to: number) =>
  z
    .int({ error: `${label} must be a whole number` })
    .min(from, `${label} must be at least ${from}`)
    .max(to, `${label} must be at most ${to}`);

/** A delivery window on one day of the week, or on every day without `day`. */
export const DeliverySlot = z
  .strictObject({
    /** From 0 for Sunday to 6 for Saturday. */
    day: z.int().min(0).max(6).optional(),
    from: TimeOfDay,
    to: TimeOfDay,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'Must be later than the start' });
export type DeliverySlot = z.infer<typeof DeliverySlot>;

export const DeliveryInfo = z.strictObject({
  feeBase: Amount,
  feePerMile: Amount,
  /** The item total from which delivery is free; null for no free delivery. */
  freeAbove: Amount.nullable(),
  slots: z.array(DeliverySlot).max(100),
});

/** Rules for requests to drivers, and their pay. */
export const DispatchRules = z.strictObject({
  /** An offer without a response returns to the queue after this many minutes. */
  offerMinutes: whole('Minutes to answer', 1, 24 * 60),
  /** The pay for each delivered order, in cents. It stays the same after the offer. */
  payPerDelivery: Amount,
  payPerMile: Amount,
});
export type DispatchRules = z.infer<typeof DispatchRules>;

export const CoinRules = z.strictObject({
  /** The number of coins for each whole dollar of a delivered order's items. */
  earnPerDollar: whole('Coins per dollar', 0, 1000),
  /** The value of one coin in cents. */
  redeemCents: whole('Value of a coin', 0, 10_000),
  /** Null: coins don't expire. Applies to coins that are earned or added from now on. */
  expiryDays: whole('Days until coins expire', 1, 3650).nullable(),
});

/** Coins that expire within this number of days are announced by email and on screens. */
export const expiringSoonDays = 7;
/** The minimum number of days for which returned coins can be used. */
export const returnedCoinDays = 30;

export const reasonTypes = ['cancel', 'reject', 'refund', 'return', 'replace'] as const;
export const ReasonType = z.enum(reasonTypes);
export type ReasonType = z.infer<typeof ReasonType>;
/** A reason to choose from. The client generates its ID, which stays the same when the text changes. */
export const Reason = z.strictObject({ _id: Id, name: requiredText('Reason', 120) });
export type Reason = z.infer<typeof Reason>;
const Reasons = z.array(Reason).max(50);

export const CaptchaRules = z.strictObject({
  /** The number of failures within the window after which a captcha is required. */
  afterFailuresOfEmail: whole('Failures for an email', 1, 100),
  afterFailuresOfAddress: whole('Failures for an address', 1, 10_000),
  windowMinutes: whole('Window', 1, 24 * 60),
  lifeMinutes: whole('Captcha lifetime', 1, 60),
});

/** How cards pay for orders. */
export const CardRules = z.strictObject({
  /** Weighed items are authorized for this much more than they cost as ordered, in percent. */
  authorizeMarginPercent: whole('Margin', 0, 100),
  captureAt: z.enum(['handOver', 'prepared']),
  /** The number of days before its time slot at which an order for later is authorized. */
  authorizeDaysAhead: whole('Days', 0, 6),
  /** The party that pays for lost disputes, unless staff decide otherwise for one. */
  disputesFundedBy: z.enum(['marketplace', 'location']),
  /** Customers hear of a saved card that expires within this number of days. */
  expiringCardDays: whole('Days', 1, 90),
  /** A payment link keeps an unpaid order open for at least this time. */
  payLinkMinutes: whole('Minutes', 30, 7 * 24 * 60),
});

/** How messages to many customers are sent. */
export const BulkMessageRules = z.strictObject({
  /** Sending to more recipients requires confirming the password. */
  confirmAbove: whole('Recipients', 0, 1_000_000),
  /** The limit for all messages together, because mail providers reject more. */
  perMinute: whole('Messages per minute', 1, 60_000),
});

/** When statements are created automatically, and the minimum total for a payout. */
export const StatementRules = z
  .strictObject({
    every: z.enum(['never', 'week', 'twoWeeks', 'month']),
    /** The last day of a weekly or two-week period: 0 is Sunday. */
    weekday: whole('Weekday', 0, 6).optional(),
    /** The last day of a monthly period; in shorter months, their last day. */
    day: whole('Day', 1, 31).optional(),
    /** The number of days between the end of a period and its statements. */
    holdDays: whole('Days to wait', 0, 90),
    /** In cents. A statement with a smaller total is carried into the next one. */
    minimumPayout: Amount,
  })
  .refine(({ every, weekday }) => (every !== 'week' && every !== 'twoWeeks') || weekday !== undefined, {
    path: ['weekday'],
    error: 'Choose a weekday',
  })
  .refine(({ every, day }) => every !== 'month' || day !== undefined, {
    path: ['day'],
    error: 'Choose a day of the month',
  });
export type StatementRules = z.infer<typeof StatementRules>;

/** The party that remits the tax of orders delivered from this day on, at the location. Before the first day: the location. */
export const TaxRemitter = z.strictObject({ from: DateOnly, by: z.enum(['location', 'marketplace']) });
export type TaxRemitter = z.infer<typeof TaxRemitter>;

/** The originator of payments in a NACHA file. */
export const AchOriginator = z.strictObject({
  companyName: requiredText('Company name', 16),
  /** As agreed with the bank, usually 1 followed by the employer's tax number. */
  companyId: z
    .string({ error: 'Company ID is required' })
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .max(10, tooLong('A company ID has 10 letters or digits'))
    .regex(/^[A-Za-z0-9]{10}$/, 'A company ID has 10 letters or digits'),
  originName: requiredText('Bank name', 23),
  originRouting: z
    .string({ error: 'Routing number is required' })
    .max(...beforeNormalizing)
    .overwrite(normalDigits)
    .max(9, tooLong('A routing number has 9 digits'))
    .regex(/^\d{9}$/, 'A routing number has 9 digits')
    .refine(
      (text) => !/^\d{9}$/.test(text) || isRoutingNumber(text),
      "This isn't a valid routing number. Check the digits",
    ),
});
export type AchOriginator = z.infer<typeof AchOriginator>;

/** The steps from a new marketplace to its first delivered order, in sequence. */
export const setupSteps = [
  'marketplace',
  'location',
  'products',
  'assortment',
  'stock',
  'ready',
  'payment',
  'delivery',
  'people',
  'order',
  'delivered',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** All settings of the marketplace. A group of settings is always sent and stored as a whole. */
export const SettingsValues = z.strictObject({
  brandName: requiredText('Brand name', 60),
  /** Used on documents, which are white. */
  brandColor: z
    .string()
    .max(7, tooLong('Enter a color like #0F766E'))
    .regex(/^#[\da-f]{6}$/i, 'Enter a color like #0F766E')
    .refine((color) => !/^#[\da-f]{6}$/i.test(color) || contrastOf(color, '#ffffff') >= 4.5, {
      error: 'Too light to read on white paper. Choose a darker color',
    }),
  cards: CardRules,
  paymentTypes: z.strictObject({ cashOnDelivery: z.boolean(), card: z.boolean(), coins: z.boolean() }),
  /** What customers can pay with besides money and coins. */
  tenders: z.strictObject({ storeCredit: z.boolean(), giftCards: z.boolean() }),
  deliveryInfo: DeliveryInfo,
  dispatch: DispatchRules,
  /** In cents; a location can override it. */
  minimumOrder: Amount,
  coins: CoinRules,
  /** Adjustments of more coins require confirming the password. */
  coinAdjustConfirmAbove: whole('Coins', 0, 1_000_000_000),
  /** In cents. Issuing more store credit at once requires confirming the password. */
  creditConfirmAbove: Amount,
  /** In cents. Refunds of a larger amount require confirming the password. */
  refundConfirmAbove: Amount,
  discountsFundedBy: z.enum(['marketplace', 'location']),
  /** An unpaid order expires after this time. */
  paymentWindowMinutes: whole('Payment window', 1, 7 * 24 * 60),
  /** The number of days after delivery in which items can be returned. */
  returnWindowDays: whole('Return window', 0, 365),
  reasons: z.strictObject({
    cancel: Reasons,
    reject: Reasons,
    refund: Reasons,
    return: Reasons,
    replace: Reasons,
  }),
  stockDefaults: z.strictObject({
    /** The low-stock threshold for locations without a custom one. */
    threshold: QuantityOrNone,
    /** A lot that expires within this number of days is shown as expiring. */
    expiringDays: whole('Days', 0, 365),
  }),
  /** The percentage by which a weighed quantity can exceed the ordered one. */
  pickTolerancePercent: whole('Tolerance', 0, 100),
  captcha: CaptchaRules,
  /** The types of users that need a second factor. */
  secondFactorRequired: z.strictObject({ admin: z.boolean(), store: z.boolean(), others: z.boolean() }),
  orderEmails: OrderEmailSwitches,
  orderMessages: OrderMessageRules,
  bulkMessages: BulkMessageRules,
  /** Whether links of buttons in messages count clicks. */
  countMessageClicks: z.boolean(),
  statements: StatementRules,
  taxRemittedBy: z
    .array(TaxRemitter)
    .max(100)
    .refine((rules) => new Set(rules.map(({ from }) => from)).size === rules.length, {
      error: 'Each day can have one rule',
    }),
  /** Whether the part of a discount that a vendor pays is taxed, as most states require. */
  taxOnVendorDiscounts: z.boolean(),
  /** Null: payout runs create no ACH file. */
  ach: AchOriginator.nullable(),
  /** Printed on statements below the brand name; an empty text prints nothing. */
  marketplaceAddress: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalText)
    .max(300, 'Address must be at most 300 characters'),
  /** The paper size of statements. */
  statementPaper: z.enum(['letter', 'a4']),
  /** The codes of the accountant's own chart of accounts, by account of the ledger. */
  accountCodes: z.record(z.enum(ledgerAccounts), optionalCode('Account code', 20)),
  /** The time zone in which days of subscriptions and coins end, and in which days of the marketplace's own books start. */
  timeZone: z
    .string({ error: 'Time zone is required' })
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .min(1, 'Time zone is required')
    .max(100, tooLong('Enter a time zone like America/Chicago'))
    .refine(isTimeZone, 'Enter a time zone like America/Chicago'),
  /** Dates with other hours at all locations, unless a location has special hours for the date. */
  holidays: HoursExceptions,
  support: SupportRules,
  topBar: z.boolean(),
  /** The list of setup steps on the dashboard, and the steps that an administrator marked as done. */
  setup: z.strictObject({
    isShown: z.boolean(),
    done: z.array(z.enum(setupSteps)).max(setupSteps.length),
  }),
});
export type SettingsValues = z.infer<typeof SettingsValues>;

const reason = (number: number, name: string): Reason => ({
  _id: `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  name,
});
/** The default settings. */
export const defaultSettings: SettingsValues = {
  brandName: 'Aisle',
  brandColor: '#0F766E',
  paymentTypes: { cashOnDelivery: true, card: false, coins: false },
  tenders: { storeCredit: false, giftCards: false },
  cards: {
    authorizeMarginPercent: 15,
    captureAt: 'handOver',
    authorizeDaysAhead: 1,
    disputesFundedBy: 'marketplace',
    expiringCardDays: 14,
    payLinkMinutes: 120,
  },
  deliveryInfo: { feeBase: 0, feePerMile: 0, freeAbove: null, slots: [] },
  dispatch: { offerMinutes: 5, payPerDelivery: 450, payPerMile: 60 },
  minimumOrder: 0,
  coins: { earnPerDollar: 1, redeemCents: 1, expiryDays: 365 },
  coinAdjustConfirmAbove: 1000,
  creditConfirmAbove: 5000,
  refundConfirmAbove: 5000,
  discountsFundedBy: 'marketplace',
  paymentWindowMinutes: 30,
  returnWindowDays: 7,
  reasons: {
    cancel: [
      reason(101, 'Customer changed their mind'),
      reason(102, 'Ordered by mistake'),
      reason(103, 'Delivery would take too long'),
      reason(104, 'Customer could not be reached'),
      reason(105, "Address can't be delivered to"),
    ],
    reject: [
      reason(201, 'Items are out of stock'),
      reason(202, 'Store is closing early'),
      reason(203, 'Too many orders right now'),
      reason(204, 'Suspected fraud'),
    ],
    refund: [
      reason(501, 'Damaged'),
      reason(502, 'Missing'),
      reason(503, 'Wrong item'),
      reason(504, 'Poor quality'),
      reason(505, 'Delivered late'),
      reason(506, 'Goodwill'),
    ],
    return: [
      reason(301, 'Damaged'),
      reason(302, 'Spoiled or past its date'),
      reason(303, 'Wrong item'),
      reason(304, 'Not as described'),
      reason(305, 'No longer wanted'),
      reason(306, 'Missing'),
    ],
    replace: [
      reason(401, 'Damaged'),
      reason(402, 'Spoiled or past its date'),
      reason(403, 'Wrong item'),
      reason(404, 'Missing'),
    ],
  },
  stockDefaults: { threshold: 5, expiringDays: 7 },
  pickTolerancePercent: 20,
  captcha: { afterFailuresOfEmail: 3, afterFailuresOfAddress: 20, windowMinutes: 15, lifeMinutes: 5 },
  secondFactorRequired: { admin: false, store: false, others: false },
  orderEmails: everySwitch(true),
  orderMessages: { sms: everySwitch(false), push: everySwitch(false), templates: {} },
  bulkMessages: { confirmAbove: 500, perMinute: 600 },
  countMessageClicks: true,
  statements: { every: 'never', holdDays: 3, minimumPayout: 0 },
  taxRemittedBy: [],
  taxOnVendorDiscounts: true,
  ach: null,
  marketplaceAddress: '',
  statementPaper: 'letter',
  accountCodes: {
    // Money at banks and with drivers: received from customers, refunded to them, and paid out to locations.
    bank: '1010',
    providerBalance: '1020',
    customerPayments: '1100',
    refunds: '1110',
    payouts: '1120',
    locationPayable: '2100',
    vendorClaims: '1200',
    taxPayable: '2200',
    coinsLiability: '2300',
    storeCreditLiability: '2310',
    giftCardLiability: '2320',
    commissionIncome: '4100',
    deliveryIncome: '4200',
    subscriptionIncome: '4300',
    coinsExpired: '4400',
    discounts: '5100',
    adjustments: '5200',
    paymentFees: '5400',
    disputes: '5500',
  },
  timeZone: 'America/Chicago',
  holidays: [],
  support: defaultSupportRules,
  topBar: true,
  setup: { isShown: true, done: [] },
};

export const Settings = z.object({ ...SettingsValues.shape, version: Version, updatedAt: Instant });
export type Settings = z.infer<typeof Settings>;
export const SettingsEdit = SettingsValues.partial().extend({ version: Version });
export type SettingsEdit = z.infer<typeof SettingsEdit>;

/**
 * Settings whose change requires confirming the password: they protect sign-ins, decide where money goes and the value of
 * coins, or decide what else requires the password.
 */
export const sensitiveSettings = [
  'secondFactorRequired',
  'captcha',
  'ach',
  'taxRemittedBy',
  'taxOnVendorDiscounts',
  'coins',
  'coinAdjustConfirmAbove',
  'creditConfirmAbove',
  'refundConfirmAbove',
  'discountsFundedBy',
  'cards',
  'bulkMessages',
] as const satisfies (keyof SettingsValues)[];

/** The settings needed to place an order. */
export const OrderingSettings = SettingsValues.pick({
  paymentTypes: true,
  tenders: true,
  deliveryInfo: true,
  minimumOrder: true,
  coins: true,
  pickTolerancePercent: true,
  returnWindowDays: true,
})
  .extend({
    /** Lets the browser of a shopper enter a card at the gateway; null if the gateway needs none. */
    publishableKey: z.string().nullable(),
  })
  .strip();
export type OrderingSettings = z.infer<typeof OrderingSettings>;

export const settingsRoutes = routes('settings', {
  get: {
    method: 'GET',
    path: '/settings/get',
    permission: 'access_setting',
    confirms: 'access',
    summary: 'Shows all settings',
    data: Settings,
    reads: true,
  },
  update: {
    method: 'PUT',
    path: '/settings/update',
    permission: 'access_setting',
    confirms: 'access',
    when: 'if it changes a sensitive setting',
    everywhere: true,
    summary:
      'Changes settings. Groups you leave out stay the same. Sign-in rules, coins, the limits of refunds and store credit, ACH, tax remitters, who funds discounts, card payments, bulk messages and the support address require the password again',
    body: SettingsEdit,
    data: Settings,
    message: 'Settings saved',
    problems: ['version-stale', 'reauth-required', 'not-allowed'],
    changes: ['settings', 'auth', 'dashboard'],
  },
  logo: {
    method: 'GET',
    path: '/settings/logo',
    permission: 'access_setting',
    confirms: 'access',
    summary: 'Shows the logo that is printed on documents',
    data: z.object({ logo: Picture.nullable() }),
    reads: true,
  },
  setLogo: {
    method: 'PUT',
    path: '/settings/logo',
    permission: 'access_setting',
    confirms: 'access',
    everywhere: true,
    summary: 'Changes the logo that is printed on documents, or removes it if no picture is sent',
    files: { logo: { kind: 'image' } },
    data: z.object({ logo: Picture.nullable() }),
    message: 'Logo saved',
    changes: ['settings'],
  },
  ordering: {
    method: 'GET',
    path: '/settings/ordering',
    permission: 'order_list',
    apiScope: 'orders',
    summary: 'Shows the settings for order screens, such as payment types, delivery and minimum order',
    data: OrderingSettings,
    reads: true,
  },
});
