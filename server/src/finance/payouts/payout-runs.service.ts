import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  maxPaidAtOnce,
  type PayoutRunInput,
  type PayoutRunPreview,
  type PayoutRunPreviewInput,
} from '@aisle/contract/finance/payouts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, problem, wrongField } from '../../core/problem.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { startJob } from '../../system/jobs/jobs.service.ts';
import { listAll } from '../statements/statements.service.ts';
import {
  continueRun,
  insertResults,
  insertRun,
  lockRun,
  payableFacts,
  payableRows,
  statementsOfRun,
} from './payout-runs.queries.ts';
import { mustBePaidWithin } from './payouts.service.ts';

interface Started {
  runId: string;
  jobId: string;
}

/** Starts a job that pays many statements. The selection is fixed now; each statement is checked when its turn comes. */
export async function startRun({ tx, actor, services }: Context, input: PayoutRunInput): Promise<Started> {
  await mustBeConfirmed(tx, actor);
  if (input.method === 'stripe' && !services.settings.stripe) throw problem('payments.no-gateway');
  const ids = await chosenStatements(tx, actor, input);
  const { found, open, total, latest, today } = await payableFacts(tx, ids);
  if (found < ids.length) throw missingAt('statementIds', 'Statement');
  if (open === 0 || !latest) throw nothingOpen();
  mustBePaidWithin(input, { statement: latest, today });
  const runId = newId();
  const jobId = await queueRun(tx, actor, runId, ids.length);
  const { method, paidOn } = input;
  const number = await insertRun(tx, actor, { id: runId, jobId, method, paidOn });
  await insertResults(tx, runId, ids);
  const after = { number, statements: ids.length, total, method, paidOn };
  await recordChange(tx, actor, { action: 'create', resource: 'payoutRuns', recordId: runId, after });
  return { runId, jobId };
}

/** Previews a run: its open statements, and their sum. */
export async function previewRun(
  { tx, actor, services }: Context,
  input: PayoutRunPreviewInput,
): Promise<PayoutRunPreview> {
  const records = await payableRows(tx, await chosenStatements(tx, actor, input));
  if (records.length === 0) throw nothingOpen();
  return {
    records,
    total: records.reduce((sum, { total }) => sum + total, 0),
    canTransfer: services.settings.stripe !== null,
  };
}
const nothingOpen = () =>
  problem('statements.nothing-to-pay', { reason: 'None of these statements is open' });

async function chosenStatements(
  tx: Tx,
  actor: Actor,
  { statementIds, filters }: PayoutRunPreviewInput,
): Promise<string[]> {
  if (statementIds) return [...new Set(statementIds)];
  const { records } = await listAll(tx, actor, {
    page: 1,
    limit: maxPaidAtOnce + 1,
    filters: { ...filters, status: 'open' },
  }).page();
  if (records.length > maxPaidAtOnce) {
    const most = formatCount(maxPaidAtOnce);
    throw wrongField('filters', `At most ${most} statements can be paid at once. Narrow the filters`);
  }
  return records.map(({ _id }) => _id);
}

/** Continues a stopped run; for a finished one, creates the files again. */
export async function resumeRun(tx: Tx, actor: Actor, runId: string): Promise<Started> {
  await mustBeConfirmed(tx, actor);
  const run = await lockRun(tx, runId);
  if (run.isUnderWay) throw problem('payouts.run-under-way');
  const all = await statementsOfRun(tx, runId);
  const jobId = await queueRun(tx, actor, runId, all.length);
  await continueRun(tx, runId, jobId);
  await recordChange(tx, actor, { action: 'resume', resource: 'payoutRuns', recordId: runId });
  return { runId, jobId };
}

const queueRun = (tx: Tx, actor: Actor, runId: string, statements: number): Promise<string> =>
  startJob(tx, actor, {
    kind: 'payoutRun',
    title: `Paying ${pluralize(statements, 'statement')}`,
    permission: 'statement_payment',
    input: { runId },
  });
