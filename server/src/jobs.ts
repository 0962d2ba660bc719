import { subProductChanges } from './catalog/bulk-edits/bulk-edit-work.ts';
import { productChanges } from './catalog/bulk-edits/product-edit-work.ts';
import { recordUndoWork, recordWork } from './catalog/bulk-edits/record-edit-work.ts';
import { updateBestSellers } from './catalog/products/best-sellers/best-sellers.ts';
import { system, transaction } from './core/db/db.ts';
import { systemWork } from './core/db/deadlock.ts';
import { expireCoins } from './customers/coins/expiry.ts';
import { refreshCustomerGroups } from './customers/customer-groups/customer-groups.service.ts';
import { giftCardBatchWork } from './customers/gift-cards/delivery/gift-card-batches.ts';
import { sendGiftCards } from './customers/gift-cards/delivery/gift-card-delivery.ts';
import { expireGiftCards } from './customers/gift-cards/gift-cards.service.ts';
import { sendRenewalLinks } from './customers/subscriptions/renewal-links/renewal-links.ts';
import { mailExpiringCards, renewSubscriptions } from './customers/subscriptions/renewals.ts';
import { simulationWork } from './finance/commission-simulator/simulation-work.ts';
import { payoutRunWork } from './finance/payouts/payout-run-work.ts';
import { statementPdfWork } from './finance/payouts/statement-pdf.ts';
import { repeatTransfers } from './finance/payouts/transfers.ts';
import { payoutEvents } from './finance/reconciliation/payout-events.ts';
import { readBalances } from './finance/reconciliation/read-balances.ts';
import { makeDueStatements } from './finance/statement-schedule/statement-schedule.ts';
import { statementsWork } from './finance/statements/statement-job.ts';
import { checkDriftAtNight, driftWork } from './ledgers/drift/drift-check.ts';
import { recountMarkedMetrics } from './ledgers/figures/figure-claims.queries.ts';
import { deleteErasedCustomers } from './ledgers/gateways/delete-customers.ts';
import { deleteOldEvents } from './ledgers/gateways/gateway-events.queries.ts';
import { applyEvents, type EventHandlers, readMissedEvents } from './ledgers/gateways/gateway-events.ts';
import { openGateways } from './ledgers/gateways/gateways.ts';
import { healAllAccountSums, sumAllAccounts } from './ledgers/money/account-sums.ts';
import { recountStockTotals, refreshDueExpiry } from './ledgers/stock/stock.queries.ts';
import { accountEvents } from './locations/locations/payout-onboarding.service.ts';
import { mailDueReports } from './overview/report-schedules/mail-reports.ts';
import { writeReport } from './overview/reports/report-file.ts';
import { bulkActionSources, exportSources, imported } from './resources.ts';
import { expireOffers } from './sales/dispatch/dispatch.service.ts';
import { disputeEvents } from './sales/disputes/dispute-events.ts';
import { remindOfDisputes } from './sales/disputes/dispute-reports.ts';
import { sendAnswers } from './sales/disputes/send-answers.ts';
import { documentsWork } from './sales/documents/documents.service.ts';
import { orderStepChanges } from './sales/order-bulk/order-bulk-work.ts';
import { announceLate } from './sales/orders/late-orders.queries.ts';
import { fillProductNames } from './sales/orders/product-names.queries.ts';
import { closeIdlePicking } from './sales/orders/steps/open-picking.ts';
import { expireUnpaid } from './sales/orders/steps/order-steps.ts';
import { authorizeLater } from './sales/payments/authorize-later.ts';
import { closePages } from './sales/payments/close-pages.ts';
import { detachCards } from './sales/payments/detach-cards.ts';
import { followUpPayments } from './sales/payments/follow-ups.ts';
import { paymentEvents } from './sales/payments/payment-events.ts';
import { renewAuthorizations } from './sales/payments/renew-authorizations.ts';
import { runGatewayQueue } from './sales/payments/work-off.ts';
import { codeBatchWork } from './sales/promotions/code-batch-work.ts';
import { replayWork } from './sales/promotions/replay/replay-work.ts';
import { recallWork } from './sales/recalls/recall-work.ts';
import { closeUnreturned } from './sales/returns/unreturned.ts';
import { exportCustomer } from './service/customer-care/customer-export.ts';
import { deleteIgnored } from './service/inbound-mail/ignored-mails.service.ts';
import { deleteInbound } from './service/inbound-mail/inbound-mail.queries.ts';
import { countOrdersOfNext } from './service/messages/messages.queries.ts';
import { bulkMessageWork } from './service/messages/send-work.ts';
import { watchTickets } from './service/support/clock/support-clock.ts';
import { noticeSilence } from './system/api-keys/api-keys.queries.ts';
import { remindOfKeys } from './system/api-keys/key-reminders.ts';
import { chainAudit, publishAuditHead } from './system/audit/audit-chain.ts';
import { deleteExpired } from './system/auth/auth.queries.ts';
import { backUpWhenDue } from './system/backups/schedule.ts';
import { bulkWork, undoWork } from './system/bulk/bulk.ts';
import { bulkActionChanges } from './system/bulk-actions/bulk-action-work.ts';
import { exportWork } from './system/exports/exports.service.ts';
import { importJobs } from './system/imports/import-jobs.ts';
import type { JobTable } from './system/jobs/job-run.ts';
import { housekeeping } from './system/jobs/periodic.ts';
import type { Periodic } from './system/jobs/runner.ts';
import { mailDigests, mailNewNotices, recheckNotices } from './system/notifications/notice-mails.ts';
import { normalizeStoredText } from './system/possible-duplicates/normalize-text.ts';
import { deleteUnusedDriverDevices } from './system/push/push.queries.ts';
import { sendPushes } from './system/push/push-sender.ts';
import { deleteOldDeliveries } from './system/webhooks/deliveries.queries.ts';
import { wakeSender } from './system/webhooks/webhook-sender.ts';
import { addExpiryChanges } from './warehouse/expiry/expiry.queries.ts';
import { endDueMarkDowns } from './warehouse/expiry/expiry.service.ts';

/** The work of each kind of job. */
export const jobTable: JobTable = {
  ...importJobs(imported, new URL('./import-reading.ts', import.meta.url)),
  export: exportWork(exportSources),
  bulkEdit: bulkWork(subProductChanges),
  bulkEditUndo: undoWork(subProductChanges),
  productBulkEdit: bulkWork(productChanges),
  productBulkEditUndo: undoWork(productChanges),
  recordBulkEdit: recordWork,
  recordBulkEditUndo: recordUndoWork,
  orderSteps: bulkWork(orderStepChanges),
  bulkAction: bulkWork(bulkActionChanges(bulkActionSources)),
  bulkActionUndo: undoWork(bulkActionChanges(bulkActionSources)),
  orderDocuments: documentsWork,
  recall: recallWork,
  driftCheck: driftWork,
  statements: statementsWork,
  payoutRun: payoutRunWork,
  statementPdf: statementPdfWork,
  commissionSimulation: simulationWork,
  bulkMessage: bulkMessageWork,
  customerTakeOut: exportCustomer,
  promotionCodes: codeBatchWork,
  promotionReplay: replayWork,
  giftCardBatch: giftCardBatchWork,
};

/** The handlers for events of card gateways, by type. */
export const gatewayEvents: EventHandlers = {
  ...paymentEvents,
  ...disputeEvents,
  ...payoutEvents,
  ...accountEvents,
};

/** Scheduled work. */
export const periodic: readonly Periodic[] = [
  ...housekeeping,
  {
    name: 'expire_unpaid',
    when: '* * * * *',
    work: async (db) => {
      while ((await systemWork(db, (tx) => expireUnpaid(tx))) > 0);
    },
  },
  { name: 'close_never_brought', when: '11 * * * *', work: closeUnreturned },
  {
    name: 'announce_late',
    when: '* * * * *',
    work: async (db) => {
      while ((await transaction(db, system, announceLate)) > 0);
    },
  },
  {
    name: 'close_idle_pickings',
    when: { everySeconds: 15 },
    work: async (db) => {
      while (await systemWork(db, closeIdlePicking));
    },
  },
  // Each offer schedules a wake-up at its expiration. The run every minute catches offers that expired while no server was up.
  { name: 'end_offers', when: '* * * * *', work: expireOffers },
  {
    // Also woken by new gateway operations; the schedule covers retries.
    name: 'ask_gateway',
    when: '* * * * *',
    work: async (db, { settings }) => runGatewayQueue(db, await openGateways(db, settings)),
  },
  { name: 'authorize_later', when: '*/10 * * * *', work: authorizeLater },
  // Also woken when a card fails.
  { name: 'follow_up_payments', when: '* * * * *', work: followUpPayments },
  {
    name: 'close_payment_pages',
    when: '* * * * *',
    work: async (db, { settings }) => closePages(db, await openGateways(db, settings)),
  },
  { name: 'renew_authorizations', when: '7 * * * *', work: renewAuthorizations },
  {
    // Also woken by new events; the schedule covers retries.
    name: 'apply_gateway_events',
    when: '* * * * *',
    work: async (db, { settings }) => applyEvents(db, await openGateways(db, settings), gatewayEvents),
  },
  {
    name: 'read_missed_events',
    when: '*/20 * * * *',
    work: async (db, { settings }) => readMissedEvents(db, await openGateways(db, settings)),
  },
  {
    name: 'delete_erased_customers',
    when: '17 * * * *',
    work: async (db, { settings }) => deleteErasedCustomers(db, await openGateways(db, settings)),
  },
  {
    name: 'detach_cards',
    when: '27 * * * *',
    work: async (db, { settings }) => detachCards(db, await openGateways(db, settings)),
  },
  {
    name: 'forget_gateway_events',
    when: '37 3 * * *',
    work: (db) => transaction(db, system, deleteOldEvents),
  },
  {
    // Also woken by new answers; the schedule covers retries.
    name: 'answer_disputes',
    when: '* * * * *',
    work: async (db, { settings, storage }) => sendAnswers(db, await openGateways(db, settings), storage),
  },
  // Also woken when a transfer had no response; the schedule covers transfers of stopped servers.
  { name: 'repeat_transfers', when: '* * * * *', work: repeatTransfers },
  // Also woken when the contents of a payout are known.
  {
    name: 'read_balances',
    when: '47 4 * * *',
    work: async (db, { settings }) => readBalances(db, await openGateways(db, settings)),
  },
  {
    name: 'remind_of_disputes',
    when: '17 * * * *',
    work: async (db) => {
      while ((await transaction(db, system, remindOfDisputes)) > 0);
    },
  },
  { name: 'refresh_customer_groups', when: '33 2 * * *', work: refreshCustomerGroups },
  {
    name: 'count_message_orders',
    when: '*/10 * * * *',
    work: async (db) => {
      while (await transaction(db, system, countOrdersOfNext));
    },
  },
  { name: 'send_gift_cards', when: '*/10 * * * *', work: sendGiftCards },
  { name: 'expire_gift_cards', when: '23 * * * *', work: expireGiftCards },
  { name: 'mail_expiring_cards', when: '27 9 * * *', work: mailExpiringCards },
  // Also woken when a bank wants a renewal confirmed.
  { name: 'send_renewal_links', when: '* * * * *', work: sendRenewalLinks },
  { name: 'renew_subscriptions', when: '* * * * *', work: renewSubscriptions },
  {
    // Also woken by new events; the schedule covers retries.
    name: 'send_webhooks',
    when: '* * * * *',
    work: async (db) => wakeSender(db),
  },
  {
    // Also woken by new notifications; the schedule covers retries.
    name: 'send_pushes',
    when: '* * * * *',
    work: sendPushes,
  },
  {
    name: 'forget_push_devices',
    when: '43 3 * * *',
    work: (db) => transaction(db, system, deleteUnusedDriverDevices),
  },
  {
    name: 'forget_deliveries',
    when: '41 3 * * *',
    work: (db) => transaction(db, system, deleteOldDeliveries),
  },
  {
    name: 'refresh_expiry',
    when: '3 * * * *',
    work: (db) => transaction(db, system, refreshDueExpiry),
  },
  // Runs just after midnight in many time zones, and soon after items sell out.
  {
    name: 'end_mark_downs',
    when: '*/10 * * * *',
    work: async (db) => {
      while ((await transaction(db, system, endDueMarkDowns)) > 0);
    },
  },
  { name: 'back_up', when: '13 * * * *', work: backUpWhenDue },
  // Runs hourly, because a period ends when the day is over in every time zone. Also catches up after downtime.
  { name: 'make_statements', when: '19 * * * *', work: makeDueStatements },
  { name: 'watch_tickets', when: '* * * * *', work: watchTickets },
  // Takes effect at midnight in the marketplace's time zone. Runs hourly, because that can be any hour.
  { name: 'expire_coins', when: '4 * * * *', work: expireCoins },
  { name: 'look_again', when: '9 * * * *', work: recheckNotices },
  { name: 'mail_news', when: '*/15 * * * *', work: mailNewNotices },
  { name: 'mail_mornings', when: '*/15 * * * *', work: mailDigests },
  { name: 'mail_reports', when: '*/5 * * * *', work: mailDueReports(writeReport) },
  {
    name: 'recount_figures',
    when: { everySeconds: 5 },
    work: async (db) => {
      while (await transaction(db, system, recountMarkedMetrics));
    },
  },
  {
    name: 'recount_stock_totals',
    when: { everySeconds: 5 },
    work: async (db) => {
      while (await transaction(db, system, recountStockTotals));
    },
  },
  {
    name: 'add_expiry_changes',
    when: { everySeconds: 5 },
    work: async (db) => {
      while (await transaction(db, system, addExpiryChanges));
    },
  },
  { name: 'chain_audit', when: '* * * * *', work: chainAudit },
  { name: 'publish_audit_head', when: '27 3 * * *', work: publishAuditHead },
  { name: 'check_drift', when: '41 3 * * *', work: async (db) => void (await checkDriftAtNight(db)) },
  { name: 'sum_accounts', when: '*/20 * * * *', work: sumAllAccounts },
  // Runs after the nightly check, which reports the differences that this job corrects.
  { name: 'heal_account_sums', when: '23 5 * * *', work: healAllAccountSums },
  {
    name: 'best_sellers',
    when: '23 2 * * *',
    work: async (db) => void (await transaction(db, system, updateBestSellers)),
  },
  {
    name: 'forget_inbound',
    when: '47 3 * * *',
    work: (db) => transaction(db, system, deleteInbound),
  },
  // Runs right after a new version starts; after that, the check every minute finds nothing to do.
  { name: 'normalize_text', when: '* * * * *', work: normalizeStoredText },
  // As above, for lines of orders from before they stored their product's name.
  { name: 'fill_product_names', when: '* * * * *', work: fillProductNames },
  { name: 'delete_ignored_emails', when: '53 3 * * *', work: deleteIgnored },
  {
    name: 'check_silence',
    when: '* * * * *',
    work: (db) => transaction(db, system, noticeSilence),
  },
  { name: 'remind_of_keys', when: '37 7 * * *', work: remindOfKeys },
  {
    name: 'tidy_sign_in',
    when: '29 * * * *',
    work: (db) => transaction(db, system, deleteExpired),
  },
];
