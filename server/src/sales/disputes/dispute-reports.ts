import { systemActor } from '../../core/audit.ts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { DisputeReport } from '../../ledgers/gateways/disputes.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';
import { insertJournal } from '../../ledgers/money/journal.queries.ts';
import { notifyOperator } from '../../ledgers/provider-transactions/operator-notices.queries.ts';
import { recordTransactions } from '../../ledgers/provider-transactions/provider-transactions.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  claimDueSoon,
  factsOfOrder,
  insertDispute,
  lockPayment,
  lockReported,
  type StoredDispute,
  saveShare,
  setNotice,
  updateReported,
} from './dispute-reports.queries.ts';
import { awaitsAnswer, shareOfLocation, statusOfProvider } from './dispute-stages.ts';
import { draftEvidence } from './evidence-draft.ts';

/**
 * Takes over a dispute as its provider reports it: opens it, moves it, and posts the money that it moved. Repeated reports
 * change nothing. An unknown status leaves the dispute as it is and notifies an operator.
 */
export async function applyReport(tx: Tx, provider: GatewayName, report: DisputeReport): Promise<void> {
  const before = await lockReported(tx, provider, report.ref);
  const status = statusOfProvider(report.status);
  if (!status) {
    await notifyOperator(tx, `The card provider reports an unknown dispute status: ${report.status}`);
  } else if (before) {
    const after = await updateReported(tx, before, report, status);
    if (after) await finishUpdate(tx, before, after, report);
  } else {
    await openDispute(tx, provider, report, status);
  }
  await recordTransactions(tx, provider, report.transactions);
}

async function openDispute(
  tx: Tx,
  provider: GatewayName,
  report: DisputeReport,
  status: StoredDispute['status'],
): Promise<void> {
  const { paymentId } = report;
  const payment = paymentId === null ? undefined : await lockPayment(tx, provider, paymentId);
  // Another report may have opened it while this one waited for the payment.
  if (payment && (await lockReported(tx, provider, report.ref))) return applyReport(tx, provider, report);
  if (!payment || paymentId === null) {
    const of = `The charge of dispute ${report.ref} belongs to no order`;
    return notifyOperator(tx, `${of}. Answer it at the card provider`);
  }
  const evidence = draftEvidence(await factsOfOrder(tx, payment));
  const { cards } = await getSettings(tx);
  const dispute = await insertDispute(tx, provider, report, {
    ...payment,
    paymentId,
    status,
    fundedBy: cards.disputesFundedBy,
    evidence,
  });
  await settleShare(tx, dispute);
  await updateNotice(tx, dispute, report);
  await recordChange(tx, systemActor, {
    resource: 'disputes',
    action: 'create',
    recordId: dispute.id,
    locationId: dispute.locationId,
    after: { name: dispute.number, status, amount: dispute.amount, version: dispute.version },
  });
}

async function finishUpdate(
  tx: Tx,
  before: StoredDispute,
  after: StoredDispute,
  report: DisputeReport,
): Promise<void> {
  await settleShare(tx, after);
  await updateNotice(tx, after, report);
  await recordChange(tx, systemActor, {
    resource: 'disputes',
    action: 'status',
    recordId: after.id,
    locationId: after.locationId,
    before: { name: before.number, status: before.status, amount: before.amount, version: before.version },
    after: { name: after.number, status: after.status, amount: after.amount, version: after.version },
  });
}

/** Charges the location for a lost dispute that it funds, and returns it after a won appeal. */
async function settleShare(tx: Tx, dispute: StoredDispute): Promise<void> {
  const { locationId, locationPays, orderId, status, fundedBy, amount } = dispute;
  const share = shareOfLocation(status, fundedBy, amount);
  // A reopened dispute is decided later.
  if (share === locationPays || (share === 0 && status !== 'won')) return;
  const causeId = await saveShare(tx, dispute, share);
  const difference = share - locationPays;
  await insertJournal(tx, {
    locationId,
    kind: 'correction',
    causeId,
    orderId,
    userId: null,
    entries: [
      { account: 'locationPayable', part: 'adjustment', amount: difference },
      { account: 'disputes', part: 'adjustment', amount: -difference },
    ],
  });
}

const updateNotice = (tx: Tx, dispute: StoredDispute, { status, dueBy }: DisputeReport): Promise<void> =>
  setNotice(tx, dispute, awaitsAnswer(status) && dueBy ? `${dispute.number} needs a response` : null);

/** Reminds staff of answers that are due within two days. Returns their number. */
export async function remindOfDisputes(tx: Tx): Promise<number> {
  const due = await claimDueSoon(tx);
  for (const dispute of due) await setNotice(tx, dispute, `${dispute.number} is due ${dispute.dueBy}`);
  return due.length;
}
