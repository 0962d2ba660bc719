import { pluralize } from '@aisle/contract/core/pluralize';
import { announce } from '../../core/live-events.ts';
import { Problem } from '../../core/problem.ts';
import type { JobRun, JobWork } from '../../system/jobs/job-run.ts';
import { lockStatement } from '../statements/statements.queries.ts';
import { writeRunFiles } from './payout-files.ts';
import {
  finishRun,
  type LockedRun,
  lockRun,
  lockUnsettled,
  settle,
  statementsOfRun,
} from './payout-runs.queries.ts';
import { mustBePayable, recordPayout } from './payouts.service.ts';
import { payByTransfer } from './transfers.ts';

/** Pays statements one after the other, each in its own transaction, then writes the files. */
export const payoutRunWork: JobWork = async (run) => {
  const { runId } = run.input as { runId: string };
  const payoutRun = await run.inTransaction((tx) => lockRun(tx, runId));
  const statements = await run.inTransaction((tx) => statementsOfRun(tx, runId));
  let responds = true;
  for (const [index, statement] of statements.entries()) {
    await run.progress(index, statements.length);
    if (!statement.isSettled) responds = await payOne(run, payoutRun, statement, responds);
  }
  await run.progress(statements.length, statements.length);
  const written = await writeRunFiles(run, payoutRun);
  await run.inTransaction(async (tx) => {
    await finishRun(tx, runId, written);
    await announce(tx, {
      topic: 'statements',
      action: 'payoutRun',
      recordId: runId,
      permission: 'statement_payment',
      ...(run.actor.userId && { userId: run.actor.userId }),
    });
  });
  return {
    data: { runId, statements: pluralize(statements.length, 'statement') },
    files: written.files.map(({ key, name }) => ({ key, name })),
  };
};

type InRun = Awaited<ReturnType<typeof statementsOfRun>>[number];

/**
 * The payout and its result are written in one transaction, so a restarted job finds the statement either paid or not. Returns
 * whether the card provider responds, if it is needed.
 */
async function payOne(run: JobRun, payoutRun: LockedRun, of: InRun, responds: boolean): Promise<boolean> {
  const { id: runId, method, paidOn } = payoutRun;
  try {
    if (method === 'stripe') return await payByTransfer(run, payoutRun, of, responds);
    await run.inTransaction(async (tx) => {
      if (!(await lockUnsettled(tx, runId, of))) return;
      const statement = await lockStatement(tx, of.statementId);
      mustBePayable(statement);
      const paying = { method, paidOn, reference: statement.number, runId };
      const payoutId = await recordPayout(tx, run.actor, statement, paying);
      await settle(tx, runId, of, { payout_id: payoutId });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await run.inTransaction((tx) => settle(tx, runId, of, { problem: error.message }));
  }
  return responds;
}
