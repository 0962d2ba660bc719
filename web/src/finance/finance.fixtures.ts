import type { PayoutRunView, StatementPayment } from '@aisle/contract/finance/payouts';
import type {
  DueRow,
  PayoutOutlook,
  Statement,
  StatementPreview,
  StatementView,
} from '@aisle/contract/finance/statements';
import { idOf } from '../../test/records.ts';

export const north = { _id: idOf(50), name: 'North' };
const afternoon = '2026-11-01T20:00:00.000Z';

const noSums = {
  goods: 0,
  tax: 0,
  commission: 0,
  discounts: 0,
  promotions: 0,
  coins: 0,
  refunds: 0,
  corrections: 0,
  adjustments: 0,
};
/** October of North: items for $1,000.00, tax of $80.00, 10% commission. */
const october = {
  locationId: north._id,
  locationName: north.name,
  timeZone: 'America/Chicago',
  from: '2026-10-01',
  to: '2026-10-31',
  cut: '2026-11-01T05:00:00.000Z',
  orders: 3,
  ...noSums,
  goods: 100_000,
  tax: 8000,
  commission: -10_000,
  taxRemitted: 0,
  carriedIn: 0,
  carriedFrom: null,
  total: 98_000,
};

export const statement = (more: Partial<Statement> = {}): Statement => ({
  _id: idOf(1),
  number: 'S-2031',
  ...october,
  status: 'open',
  carriedInto: null,
  payout: null,
  money: null,
  createdAt: afternoon,
  createdBy: 'Ada Stone',
  version: 4,
  ...more,
});
export const payout = {
  method: 'bankTransfer' as const,
  reference: 'T-77',
  paidOn: '2026-11-02',
  accountLast4: '8730',
  by: 'Ada Stone',
  at: '2026-11-02T16:00:00.000Z',
};

export const statementView = (more: Partial<StatementView> = {}): StatementView => ({
  ...statement(),
  byPart: [
    { part: 'goods', amount: 100_000, entries: 3 },
    { part: 'tax', amount: 8000, entries: 3 },
    { part: 'commission', amount: -10_000, entries: 3 },
  ],
  byDay: [
    {
      day: '2026-10-05',
      orders: 2,
      ...noSums,
      goods: 80_000,
      tax: 6400,
      commission: -8000,
      total: 78_400,
    },
    { day: '2026-10-06', orders: 1, ...noSums, goods: 20_000, tax: 1600, commission: -2000, total: 19_600 },
  ],
  correctionRows: [],
  adjustmentRows: [],
  canDiscard: true,
  ...more,
});

export const preview = (more: Partial<StatementPreview> = {}): StatementPreview => ({
  ...october,
  status: 'open',
  notFinal: { openReturns: 0, refundsInProgress: 0, ordersOut: 0 },
  ...more,
});

export const balance = { unstated: 5000, open: 98_000, carried: -300, total: 102_700 };

export const payouts: PayoutOutlook = {
  next: { day: '2026-12-09', amount: 1_162_540, isEstimate: true },
  last: {
    amount: 98_000,
    paidOn: '2026-11-02',
    accountLast4: '8730',
    statement: { _id: idOf(1), number: 'S-2031' },
  },
};

export const due = (number: number, locationName: string, amount: number): DueRow => ({
  locationId: idOf(50 + number),
  locationName,
  timeZone: 'America/Chicago',
  amount,
  since: '2026-11-01',
  periodEnd: '2026-11-30',
  estimate: amount * 2,
  balance: { unstated: amount, open: 0, carried: 0, total: amount },
});

export const payment = (more: Partial<StatementPayment> = {}): StatementPayment => ({
  kind: 'payout',
  amount: 98_000,
  payout,
  reason: null,
  statement: null,
  by: 'Ada Stone',
  at: payout.at,
  ...more,
});

export const run = (more: Partial<PayoutRunView> = {}): PayoutRunView => ({
  _id: idOf(70),
  number: 'P-12',
  jobId: idOf(71),
  status: 'done',
  method: 'bankTransfer',
  paidOn: '2026-11-02',
  statements: 2,
  paid: 1,
  failed: 1,
  total: 98_000,
  files: [{ name: 'payouts.csv', url: '/files/payouts.csv' }],
  noAchFile: 'South has no bank account.',
  createdBy: 'Ada Stone',
  createdAt: afternoon,
  results: [
    {
      statementId: idOf(1),
      number: 'S-2031',
      locationName: 'North',
      amount: 98_000,
      paid: true,
      problem: null,
    },
    {
      statementId: idOf(2),
      number: 'S-2032',
      locationName: 'South',
      amount: 5000,
      paid: false,
      problem: 'Statement S-2032 is already paid',
    },
  ],
  ...more,
});
