import { z } from 'zod';
import { nextBankingDay } from '../core/banking-days.ts';
import { addDays } from '../core/dates.ts';
import { DateOnly, Id, Instant, requiredLongText, requiredText, Version } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import { onboardingStates } from '../locations/payout-accounts.ts';
import { NotFinal, Payout, PayoutMethod, Statement, StatementFilters } from './statements.ts';

/** The latest day that a payout can have: banks take orders for transfers in advance. */
export const latestPayDay = (method: PayoutMethod, today: string): string =>
  method === 'bankTransfer' ? addDays(today, maxDaysAhead) : today;
const maxDaysAhead = 14;

/** The day to suggest: the next banking day for a transfer, otherwise today. */
export const suggestedPayDay = (method: PayoutMethod, today: string): string =>
  method === 'bankTransfer' ? nextBankingDay(today) : today;

export const PayoutInput = z
  .strictObject({
    method: PayoutMethod,
    /** The number of the transfer or check. If omitted, a Stripe transfer has the provider's ID. */
    reference: requiredText('Reference', 100).optional(),
    paidOn: DateOnly,
    /** The version that was last read. If omitted, the payout is recorded even if the statement has changed since. */
    version: Version.optional(),
  })
  .refine(({ method, reference }) => method === 'stripe' || reference !== undefined, {
    path: ['reference'],
    error: 'Reference is required',
  });
export type PayoutInput = z.infer<typeof PayoutInput>;

export const VoidPayoutInput = z.strictObject({ reason: requiredLongText('Reason', 300) });
export type VoidPayoutInput = z.infer<typeof VoidPayoutInput>;

/** The payout history of a statement, oldest first. */
export const StatementPayment = z.object({
  kind: z.enum(['payout', 'void', 'carried']),
  /** Negative if the bank returned a payout. */
  amount: Cents,
  payout: Payout.nullable(),
  /** Why the bank returned the payout; only for `void`. */
  reason: z.string().nullable(),
  /** The statement that a carried total went to. */
  statement: z.object({ _id: Id, number: z.string() }).nullable(),
  by: z.string().nullable(),
  at: Instant,
});
export type StatementPayment = z.infer<typeof StatementPayment>;

export const maxPaidAtOnce = 1000;
const choice = {
  statementIds: z.array(Id).min(1).max(maxPaidAtOnce).optional(),
  filters: z.strictObject(StatementFilters).partial().optional(),
};
const isOneChoice = ({ statementIds, filters }: { statementIds?: unknown; filters?: unknown }) =>
  (statementIds === undefined) !== (filters === undefined);
export const PayoutRunInput = z
  .strictObject({ ...choice, method: PayoutMethod, paidOn: DateOnly })
  .refine(isOneChoice, { path: ['statementIds'], error: 'Choose statements, or a filter' });
export type PayoutRunInput = z.infer<typeof PayoutRunInput>;

export const PayoutRunPreviewInput = z
  .strictObject(choice)
  .refine(isOneChoice, { path: ['statementIds'], error: 'Choose statements, or a filter' });
export type PayoutRunPreviewInput = z.infer<typeof PayoutRunPreviewInput>;

/** The statements that a run would pay, by number. */
export const PayoutRunPreview = z.object({
  records: z.array(
    z.object({
      statementId: Id,
      number: z.string(),
      locationId: Id,
      locationName: z.string(),
      timeZone: z.string(),
      total: Cents,
      /** The end of the account number; null if the location has no payout account. */
      accountLast4: z.string().nullable(),
      /** Whether the location can get transfers through the card provider. */
      transferState: z.enum(onboardingStates),
      /** Amounts of its period that are corrected later, because they aren't final yet. */
      notFinal: NotFinal,
    }),
  ),
  total: z.int(),
  /** Whether the card provider can transfer payouts. */
  canTransfer: z.boolean(),
});
export type PayoutRunPreview = z.infer<typeof PayoutRunPreview>;

/** A job that pays many statements together. */
export const PayoutRun = z.object({
  _id: Id,
  /** Null for runs before they had numbers. */
  number: z.string().nullable(),
  jobId: Id,
  status: z.enum(['running', 'done', 'failed']),
  method: PayoutMethod,
  paidOn: DateOnly,
  statements: z.int(),
  paid: z.int(),
  failed: z.int(),
  total: Cents,
  /** A table of all payouts, and the bank's ACH file if one was created. */
  files: z.array(z.object({ name: z.string(), url: z.string() })),
  /** The reason why there is no ACH file; null if there is one. */
  noAchFile: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Instant,
});
export type PayoutRun = z.infer<typeof PayoutRun>;
export const PayoutRunView = PayoutRun.extend({
  results: z.array(
    z.object({
      statementId: Id,
      number: z.string(),
      locationName: z.string(),
      amount: Cents,
      paid: z.boolean(),
      /** Why the statement wasn't paid. */
      problem: z.string().nullable(),
    }),
  ),
});
export type PayoutRunView = z.infer<typeof PayoutRunView>;
export const PayoutRunPage = pageRequest(['createdAt'], {});
export type PayoutRunPage = z.infer<typeof PayoutRunPage>;

export const payoutRoutes = routes('statements', {
  payout: {
    method: 'POST',
    path: '/statement/payout/{id}',
    permission: 'statement_payment',
    confirms: 'money',
    when: 'always',
    onceByKey: true,
    outside: true,
    summary:
      'Records the payout of a statement, or transfers it with the card provider. Requires the password again',
    body: PayoutInput,
    data: Statement,
    message: 'Payout recorded',
    problems: [
      'reauth-required',
      'version-stale',
      'statements.paid',
      'statements.nothing-to-pay',
      'payouts.transfer-under-way',
      'payouts.account-not-ready',
      'payouts.balance-too-low',
      'payouts.transfer-refused',
      'payments.no-gateway',
    ],
    changes: ['statements'],
  },
  void: {
    method: 'POST',
    path: '/statement/void-payout/{id}',
    permission: 'statement_payment',
    confirms: 'money',
    when: 'always',
    summary:
      'Voids a payout that the bank sent back, or takes a transfer of the card provider back. Requires the password again',
    body: VoidPayoutInput,
    outside: true,
    data: Statement,
    message: 'Payout voided',
    problems: [
      'reauth-required',
      'statements.not-paid',
      'payouts.reversal-refused',
      'payouts.provider-unavailable',
    ],
    changes: ['statements'],
  },
  run: {
    method: 'POST',
    path: '/statement/payout-run',
    permission: 'statement_payment',
    confirms: 'money',
    when: 'always',
    onceByKey: true,
    summary: 'Pays many statements together, with files for the bank. Requires the password again',
    body: PayoutRunInput,
    data: z.object({ runId: Id, jobId: Id }),
    message: 'Paying statements',
    problems: ['reauth-required', 'statements.nothing-to-pay', 'payments.no-gateway'],
    changes: ['statements', 'jobs'],
  },
  previewRun: {
    method: 'POST',
    path: '/statement/preview-payout-run',
    permission: 'statement_payment',
    summary: 'Shows the open statements that a payout run would pay, without paying them',
    body: PayoutRunPreviewInput,
    data: PayoutRunPreview,
    problems: ['statements.nothing-to-pay'],
    reads: true,
    list: { screen: partOfRecord, exportAs: without('It is a preview of statements, which have an export') },
  },
  runs: {
    method: 'POST',
    path: '/statement/payout-runs',
    permission: 'statement_payment',
    summary: 'Lists payout runs, newest first',
    body: PayoutRunPage,
    data: pageOf(PayoutRun),
    reads: true,
    list: {
      screen: '/statements',
      exportAs: 'payoutRuns',
      shownFor: ({ tab }) => (tab === 'runs' ? {} : null),
    },
  },
  viewRun: {
    method: 'GET',
    path: '/statement/payout-run/{id}',
    permission: 'statement_payment',
    summary: 'Shows a payout run with the result of each statement',
    data: PayoutRunView,
    reads: true,
  },
  resumeRun: {
    method: 'POST',
    path: '/statement/resume-payout-run/{id}',
    permission: 'statement_payment',
    confirms: 'money',
    when: 'always',
    summary:
      'Continues a payout run that was stopped, or creates the files of a finished one again. Requires the password again',
    data: z.object({ runId: Id, jobId: Id }),
    message: 'Continuing the payout run',
    problems: ['reauth-required', 'payouts.run-under-way'],
    changes: ['statements', 'jobs'],
  },
  payments: {
    method: 'GET',
    path: '/payment-details/statement/{id}',
    permission: 'location_report',
    summary: 'Lists what was paid, voided and carried of a statement',
    data: z.object({ records: z.array(StatementPayment) }),
    reads: true,
    list: { screen: partOfRecord, exportAs: without('The statement prints it') },
  },
  pdf: {
    method: 'GET',
    path: '/statement/pdf/{id}',
    permission: 'location_report',
    summary: 'Creates the PDF of a statement',
    data: z.object({
      /** A signed URL; null if a job creates the file. */
      url: z.string().nullable(),
      /** The job that creates the PDF: its `files` contain it when the job is done. */
      jobId: Id.nullable(),
    }),
    changes: ['jobs'],
  },
});
