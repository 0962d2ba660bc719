import type { payoutRoutes } from '@aisle/contract/finance/payouts';
import type { Handlers } from '../../core/http/serve.ts';
import { listRuns, viewRun } from './payout-runs.queries.ts';
import { previewRun, resumeRun, startRun } from './payout-runs.service.ts';
import { payStatement, showPayments, voidPayout } from './payouts.service.ts';
import { printStatement } from './statement-pdf.ts';
import { transferStatement } from './transfers.ts';

export const payoutHandlers: Handlers<typeof payoutRoutes> = {
  payout: (call) =>
    call.body.method === 'stripe'
      ? transferStatement(call, call.params.id, call.body)
      : call.once((tx) => payStatement(tx, call.actor, call.params.id, call.body)),
  void: (call) => voidPayout(call, call.params.id, call.body),
  run: (call) => startRun(call, call.body),
  previewRun: (call) => previewRun(call, call.body),
  runs: ({ tx, services, body }) => listRuns(tx, services.storage, body),
  viewRun: ({ tx, services, params }) => viewRun(tx, services.storage, params.id),
  resumeRun: ({ tx, actor, params }) => resumeRun(tx, actor, params.id),
  payments: ({ tx, params }) => showPayments(tx, params.id),
  pdf: (call) => printStatement(call, call.params.id),
};
