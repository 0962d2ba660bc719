import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import type { FastifyInstance } from 'fastify';
import { brandConstraints, brandHandlers } from './catalog/brands/brands.routes.ts';
import { subProductChanges } from './catalog/bulk-edits/bulk-edit-work.ts';
import { bulkEditHandlers, productBulkHandlers } from './catalog/bulk-edits/bulk-edits.routes.ts';
import { productChanges } from './catalog/bulk-edits/product-edit-work.ts';
import { categoryConstraints, categoryHandlers } from './catalog/categories/categories.routes.ts';
import { productImport } from './catalog/product-imports/product-import.ts';
import { judgeBestSellers } from './catalog/products/best-sellers.ts';
import { productHandlers } from './catalog/products/products.routes.ts';
import { subProductConstraints, subProductHandlers } from './catalog/sub-products/sub-products.routes.ts';
import { taxConstraints, taxHandlers } from './catalog/taxes/taxes.routes.ts';
import { vendorImport } from './catalog/vendor-imports/vendor-import.ts';
import { vendorConstraints, vendorHandlers } from './catalog/vendors/vendors.routes.ts';
import { writeAsOne } from './core/db/copy.ts';
import { type Database, system, transaction } from './core/db/db.ts';
import { openSecrets, serverSecret } from './core/db/secrets.ts';
import { filesAddress, openDisk } from './core/files/disk.ts';
import { serveFiles } from './core/files/files.ts';
import { Storage } from './core/files/storage.ts';
import { Actors, readerOf, scopeOf } from './core/http/actor.ts';
import { serveHealth } from './core/http/health.ts';
import { type Handler, type Handlers, serve } from './core/http/serve.ts';
import { buildServer, type LogTarget } from './core/http/server.ts';
import { Shares } from './core/http/shares.ts';
import { serverVersion } from './core/http/version.ts';
import { serveWebApp } from './core/http/web-app.ts';
import { LiveEvents } from './core/live-events.ts';
import { RareLog } from './core/rare-log.ts';
import type { Services } from './core/services.ts';
import type { Settings } from './core/settings.ts';
import { coinHandlers } from './customers/coins/coins.routes.ts';
import { expireCoins } from './customers/coins/expiry.ts';
import { customerImport } from './customers/customer-imports/customer-import.ts';
import { customerConstraints, customerHandlers } from './customers/customers/customers.routes.ts';
import {
  subscriptionPlanConstraints,
  subscriptionPlanHandlers,
} from './customers/subscription-plans/subscription-plans.routes.ts';
import { renewSubscriptions } from './customers/subscriptions/renewals.ts';
import {
  subscriptionConstraints,
  subscriptionHandlers,
} from './customers/subscriptions/subscriptions.routes.ts';
import { exportable } from './exports.ts';
import { bookHandlers } from './finance/books/books.routes.ts';
import { commissionSimulatorHandlers } from './finance/commission-simulator/commission-simulator.routes.ts';
import { simulationWork } from './finance/commission-simulator/simulation-work.ts';
import { payoutRunWork } from './finance/payouts/payout-run-work.ts';
import { payoutHandlers } from './finance/payouts/payouts.routes.ts';
import { statementPdfWork } from './finance/payouts/statement-pdf.ts';
import { makeDueStatements } from './finance/statement-schedule/statement-schedule.ts';
import { statementsWork } from './finance/statements/statement-job.ts';
import { statementConstraints, statementHandlers } from './finance/statements/statements.routes.ts';
import { lastBroken } from './ledgers/drift/drift.queries.ts';
import { driftHandlers } from './ledgers/drift/drift.routes.ts';
import { checkDriftAtNight, driftWork } from './ledgers/drift/drift-check.ts';
import { addFigureChanges } from './ledgers/figures/figure-claims.queries.ts';
import { SimulatedGateway } from './ledgers/gateways/simulated-gateway.ts';
import { healAllAccountSums, sumAllAccounts } from './ledgers/money/account-sums.ts';
import { addProductStockChanges, refreshDueExpiry } from './ledgers/stock/stock.queries.ts';
import { stockConstraints } from './ledgers/stock/stock.ts';
import { locationRateHandlers } from './locations/location-rates/location-rates.routes.ts';
import { assortmentHandlers } from './locations/locations/assortments.routes.ts';
import { locationConstraints, locationHandlers } from './locations/locations/locations.routes.ts';
import { payoutAccountHandlers } from './locations/locations/payout-accounts.routes.ts';
import { dashboardHandlers } from './overview/dashboard/dashboard.routes.ts';
import { mailDueReports } from './overview/report-schedules/mail-reports.ts';
import {
  productScheduleHandlers,
  storeScheduleHandlers,
} from './overview/report-schedules/report-schedules.routes.ts';
import { writeReport } from './overview/reports/report-file.ts';
import { reportHandlers } from './overview/reports/reports.routes.ts';
import { searchHandlers } from './overview/search/search.routes.ts';
import { shellHandlers } from './overview/shell/shell.routes.ts';
import { dispatchHandlers, tripHandlers } from './sales/dispatch/dispatch.routes.ts';
import { endOverdueOffers } from './sales/dispatch/dispatch.service.ts';
import { documentHandlers } from './sales/documents/documents.routes.ts';
import { documentsWork } from './sales/documents/documents.service.ts';
import { driverHandlers } from './sales/drivers/drivers.routes.ts';
import { handInConstraints, handInHandlers } from './sales/hand-ins/hand-ins.routes.ts';
import { mainOrderConstraints, mainOrderHandlers } from './sales/main-orders/main-orders.routes.ts';
import { orderBulkHandlers } from './sales/order-bulk/order-bulk.routes.ts';
import { orderStepChanges } from './sales/order-bulk/order-bulk-work.ts';
import { orderDetailHandlers } from './sales/order-details/order-details.routes.ts';
import { startOrderMessages } from './sales/order-messages/order-message-sender.ts';
import { orderMessageHandlers } from './sales/order-messages/order-messages.routes.ts';
import { orderOwnerHandlers } from './sales/order-owners/order-owners.routes.ts';
import { announceLate } from './sales/orders/late-orders.queries.ts';
import { expireUnpaid } from './sales/orders/order-steps.ts';
import { orderHandlers } from './sales/orders/orders.routes.ts';
import { paymentHandlers } from './sales/payments/payments.routes.ts';
import { workOffGateway } from './sales/payments/work-off.ts';
import { recallWork } from './sales/recalls/recall-work.ts';
import { recallHandlers } from './sales/recalls/recalls.routes.ts';
import { refundConstraints, refundHandlers } from './sales/refunds/refunds.routes.ts';
import { closeNeverBrought } from './sales/returns/never-brought.ts';
import { returnHandlers } from './sales/returns/returns.routes.ts';
import { sellabilityHandlers } from './sales/sellability/sellability.routes.ts';
import { customerCareHandlers } from './service/customer-care/customer-care.routes.ts';
import { takeOutWork } from './service/customer-care/take-out.ts';
import { forgetInbound } from './service/inbound-mail/inbound-mail.queries.ts';
import { inboundMailHandlers } from './service/inbound-mail/inbound-mail.routes.ts';
import { messageHandlers } from './service/messages/messages.routes.ts';
import { bulkMessageWork } from './service/messages/send-work.ts';
import { supportHandlers } from './service/support/support.routes.ts';
import { watchTickets } from './service/support/support-clock.ts';
import { serveApiDocs } from './system/api-docs/serve-docs.ts';
import { apiKeyHandlers } from './system/api-keys/api-keys.routes.ts';
import { remindOfKeys } from './system/api-keys/key-reminders.ts';
import { auditHandlers } from './system/audit/audit.routes.ts';
import { chainAudit, publishAuditHead } from './system/audit/audit-chain.ts';
import { deleteWhatIsOver } from './system/auth/auth.queries.ts';
import { authHandlers } from './system/auth/auth.routes.ts';
import { secondFactorHandlers } from './system/auth/factors/second-factors.routes.ts';
import { backupHandlers } from './system/backups/backups.routes.ts';
import { backUpWhenDue } from './system/backups/schedule.ts';
import { bulkWork, undoWork } from './system/bulk/bulk.ts';
import { exportHandlers } from './system/exports/exports.routes.ts';
import { type ExportSources, exportWork } from './system/exports/exports.service.ts';
import { geocodingHandlers } from './system/geocoding/geocoding.routes.ts';
import { importJobs } from './system/imports/import-jobs.ts';
import { importHandlers } from './system/imports/imports.routes.ts';
import type { JobTable } from './system/jobs/job-run.ts';
import { jobHandlers } from './system/jobs/jobs.routes.ts';
import { housekeeping } from './system/jobs/periodic.ts';
import { JobRunner, type Periodic } from './system/jobs/runner.ts';
import { LiveReader } from './system/live/live-reader.ts';
import { serveEvents } from './system/live/serve-events.ts';
import { MailDelivery } from './system/mail/mail-delivery.ts';
import { mailHandlers } from './system/mail/mails.routes.ts';
import { metricsOf } from './system/monitoring/metrics.ts';
import { lookAgain, mailMornings, mailNews } from './system/notifications/notice-mails.ts';
import { notificationHandlers } from './system/notifications/notifications.routes.ts';
import { profileHandlers } from './system/profile/profile.routes.ts';
import { savedViewConstraints, savedViewHandlers } from './system/saved-views/saved-views.routes.ts';
import { settingsHandlers } from './system/settings/settings.routes.ts';
import { userSessionHandlers } from './system/users/user-sessions.routes.ts';
import { userConstraints, userHandlers } from './system/users/users.routes.ts';
import { forgetOldDeliveries } from './system/webhooks/deliveries.queries.ts';
import { WebhookSender, wakeSender } from './system/webhooks/webhook-sender.ts';
import { webhookHandlers } from './system/webhooks/webhooks.routes.ts';
import { addExpiryChanges } from './warehouse/expiry/expiry.queries.ts';
import { expiryConstraints, expiryHandlers } from './warehouse/expiry/expiry.routes.ts';
import { endDueMarkDowns } from './warehouse/expiry/expiry.service.ts';
import { inventoryHandlers } from './warehouse/inventory/inventory.routes.ts';
import { priceImport } from './warehouse/located-imports/price-import.ts';
import { stockImport } from './warehouse/located-imports/stock-import.ts';
import { priceHandlers } from './warehouse/prices/prices.routes.ts';
import { stockCountHandlers } from './warehouse/stock-counts/stock-counts.routes.ts';
import { transferHandlers } from './warehouse/transfers/transfers.routes.ts';

const exportSources: ExportSources = { findHandler: (route) => findHandler(route), lists: exportable };

/** The resources that can be imported from a file. */
const imported = {
  products: productImport,
  customers: customerImport,
  vendors: vendorImport,
  prices: priceImport,
  stock: stockImport,
};

/** Each resource of the contract with its handlers: one that lacks them does not compile. */
const handlers: { [Name in keyof typeof api]: Handlers<(typeof api)[Name]> } = {
  auth: authHandlers,
  users: userHandlers,
  userSessions: userSessionHandlers,
  profile: profileHandlers,
  secondFactors: secondFactorHandlers,
  audit: auditHandlers,
  mails: mailHandlers,
  geocoding: geocodingHandlers,
  brands: brandHandlers,
  taxes: taxHandlers,
  categories: categoryHandlers,
  products: productHandlers,
  subProducts: subProductHandlers,
  sellability: sellabilityHandlers,
  bulkEdits: bulkEditHandlers,
  productBulk: productBulkHandlers,
  locations: locationHandlers,
  locationRates: locationRateHandlers,
  payoutAccounts: payoutAccountHandlers,
  assortments: assortmentHandlers,
  prices: priceHandlers,
  vendors: vendorHandlers,
  inventory: inventoryHandlers,
  transfers: transferHandlers,
  stockCounts: stockCountHandlers,
  notifications: notificationHandlers,
  expiry: expiryHandlers,
  drift: driftHandlers,
  backups: backupHandlers,
  customers: customerHandlers,
  subscriptionPlans: subscriptionPlanHandlers,
  subscriptions: subscriptionHandlers,
  customerCare: customerCareHandlers(Object.values(exportable)),
  coins: coinHandlers,
  orders: orderHandlers,
  orderDetails: orderDetailHandlers,
  orderMessages: orderMessageHandlers,
  orderOwners: orderOwnerHandlers,
  orderBulk: orderBulkHandlers,
  documents: documentHandlers,
  drivers: driverHandlers,
  handIns: handInHandlers,
  dispatch: dispatchHandlers,
  trips: tripHandlers,
  mainOrders: mainOrderHandlers,
  payments: paymentHandlers,
  refunds: refundHandlers,
  recalls: recallHandlers,
  returns: returnHandlers,
  statements: statementHandlers,
  payouts: payoutHandlers,
  books: bookHandlers,
  commissionSimulator: commissionSimulatorHandlers,
  support: { ...supportHandlers, ...inboundMailHandlers },
  messages: messageHandlers,
  settings: settingsHandlers,
  apiKeys: apiKeyHandlers,
  webhooks: webhookHandlers,
  jobs: jobHandlers,
  imports: importHandlers(imported),
  search: searchHandlers,
  dashboard: dashboardHandlers,
  reports: reportHandlers(exportSources),
  storeReportSchedules: storeScheduleHandlers,
  productReportSchedules: productScheduleHandlers,
  shell: shellHandlers,
  savedViews: savedViewHandlers((route) => findHandler(route)),
  exports: exportHandlers(exportSources),
};

/** The same without their types, for what walks over all of them. */
const resources = Object.entries(api).map(([name, routes]) => ({
  routes: routes as Record<string, Route>,
  handlers: handlers[name as keyof typeof api] as unknown as Record<string, Handler<Route>>,
}));

/** The handler of a route of the contract. */
const findHandler: ExportSources['findHandler'] = (route) => {
  for (const { routes, handlers: own } of resources) {
    const found = Object.keys(routes).find((name) => routes[name] === route);
    if (found) return own[found]!;
  }
  throw new Error(`${route.path} is not part of the API`);
};

/** What each kind of job does. */
const jobTable: JobTable = {
  ...importJobs(imported),
  export: exportWork(exportSources),
  bulkEdit: bulkWork(subProductChanges),
  bulkEditUndo: undoWork(subProductChanges),
  productBulkEdit: bulkWork(productChanges),
  productBulkEditUndo: undoWork(productChanges),
  orderSteps: bulkWork(orderStepChanges),
  orderDocuments: documentsWork,
  recall: recallWork,
  driftCheck: driftWork,
  statements: statementsWork,
  payoutRun: payoutRunWork,
  statementPdf: statementPdfWork,
  commissionSimulation: simulationWork,
  bulkMessage: bulkMessageWork,
  customerTakeOut: takeOutWork,
};

/** What is due by the clock. */
const periodic: readonly Periodic[] = [
  ...housekeeping,
  {
    name: 'expire_unpaid',
    when: '* * * * *',
    work: async (db) => {
      while ((await transaction(db, system, (tx) => expireUnpaid(tx))) > 0);
    },
  },
  { name: 'close_never_brought', when: '11 * * * *', work: closeNeverBrought },
  {
    name: 'announce_late',
    when: '* * * * *',
    work: async (db) => {
      while ((await transaction(db, system, announceLate)) > 0);
    },
  },
  // Each offer wakes this up when it runs out; by the minute for what ran out while no server was up.
  { name: 'end_offers', when: '* * * * *', work: endOverdueOffers },
  {
    // Also woken by whatever is to be asked for: this is for what is asked for again.
    name: 'ask_gateway',
    when: '* * * * *',
    work: (db, { settings }) =>
      workOffGateway(db, settings.cardGateway === 'simulated' ? new SimulatedGateway(db) : null),
  },
  { name: 'renew_subscriptions', when: '* * * * *', work: renewSubscriptions },
  {
    // Also woken by whatever happens: this is for what is sent again.
    name: 'send_webhooks',
    when: '* * * * *',
    work: async () => wakeSender(),
  },
  {
    name: 'forget_deliveries',
    when: '41 3 * * *',
    work: (db) => transaction(db, system, forgetOldDeliveries),
  },
  {
    name: 'refresh_expiry',
    when: '3 * * * *',
    work: (db) => transaction(db, system, refreshDueExpiry),
  },
  // Just after midnight in many places, and soon after whatever was sold out.
  {
    name: 'end_mark_downs',
    when: '*/10 * * * *',
    work: async (db) => {
      while ((await transaction(db, system, endDueMarkDowns)) > 0);
    },
  },
  { name: 'back_up', when: '13 * * * *', work: backUpWhenDue },
  // By the hour, as periods end when the day is over everywhere; also for what a server that was down missed.
  { name: 'make_statements', when: '19 * * * *', work: makeDueStatements },
  { name: 'watch_tickets', when: '* * * * *', work: watchTickets },
  // Nightly, where the marketplace is: by the hour, as its midnight is in any.
  { name: 'expire_coins', when: '4 * * * *', work: expireCoins },
  { name: 'look_again', when: '9 * * * *', work: lookAgain },
  { name: 'mail_news', when: '*/15 * * * *', work: mailNews },
  { name: 'mail_mornings', when: '*/15 * * * *', work: mailMornings },
  { name: 'mail_reports', when: '*/5 * * * *', work: mailDueReports(writeReport) },
  {
    name: 'add_figure_changes',
    when: '* * * * *',
    work: async (db) => {
      while (await transaction(db, system, addFigureChanges));
    },
  },
  {
    name: 'add_product_stock_changes',
    when: '* * * * *',
    work: async (db) => {
      while (await transaction(db, system, addProductStockChanges));
    },
  },
  {
    name: 'add_expiry_changes',
    when: '* * * * *',
    work: async (db) => {
      while (await transaction(db, system, addExpiryChanges));
    },
  },
  { name: 'chain_audit', when: '* * * * *', work: chainAudit },
  { name: 'publish_audit_head', when: '27 3 * * *', work: publishAuditHead },
  { name: 'check_drift', when: '41 3 * * *', work: async (db) => void (await checkDriftAtNight(db)) },
  { name: 'sum_accounts', when: '*/20 * * * *', work: sumAllAccounts },
  // After the nightly check, which reports what it mends.
  { name: 'heal_account_sums', when: '23 5 * * *', work: healAllAccountSums },
  {
    name: 'best_sellers',
    when: '23 2 * * *',
    work: async (db) => void (await transaction(db, system, judgeBestSellers)),
  },
  {
    name: 'forget_inbound',
    when: '47 3 * * *',
    work: (db) => transaction(db, system, forgetInbound),
  },
  { name: 'remind_of_keys', when: '37 7 * * *', work: remindOfKeys },
  {
    name: 'tidy_sign_in',
    when: '29 * * * *',
    work: (db) => transaction(db, system, deleteWhatIsOver),
  },
];

const constraintProblems = {
  ...brandConstraints,
  ...taxConstraints,
  ...categoryConstraints,
  ...subProductConstraints,
  ...locationConstraints,
  ...vendorConstraints,
  ...stockConstraints,
  ...expiryConstraints,
  ...customerConstraints,
  ...subscriptionPlanConstraints,
  ...subscriptionConstraints,
  ...mainOrderConstraints,
  ...savedViewConstraints,
  ...refundConstraints,
  ...statementConstraints,
  ...handInConstraints,
  ...userConstraints,
};

export interface AisleApp {
  server: FastifyInstance;
  services: Services;
  /** Works off what is due, once it is started. */
  jobs: JobRunner;
}

/** The whole server, not yet listening. */
export async function buildApp(db: Database, settings: Settings, logTo?: LogTarget): Promise<AisleApp> {
  const seals = await openSecrets(db, settings);
  const actors = new Actors(db);
  const server = await buildServer({ db, settings, actors, constraintProblems, ...(logTo && { logTo }) });
  const services: Services = {
    settings,
    actors,
    storage: new Storage(
      await openDisk(filesAddress(settings), settings.s3),
      await serverSecret(db, seals, 'file-addresses'),
    ),
    seals,
    unsubscribeKey: await serverSecret(db, seals, 'unsubscribe'),
    liveEvents: new LiveEvents(),
    inTransaction: (actor, work) => writeAsOne(db, scopeOf(actor), readerOf(actor), work),
    log: server.log,
  };
  const jobs = new JobRunner({ db, services, table: jobTable, periodic, log: server.log });
  serveFiles(server, services.storage);
  db.copy?.logTo(server.log);
  const rare = new RareLog();
  const shares = new Shares();
  for (const { routes, handlers: own } of resources) serve(server, { db, services, shares }, routes, own);
  const streams = serveEvents(
    server,
    new LiveReader(db, services.liveEvents, (err) =>
      rare.write('live events', (left) => server.log.warn({ err, ...left }, 'live events')),
    ),
  );
  serveHealth(server, { ...settings, db, jobs }, [
    ...metricsOf({ db, settings, jobs, shares, streams }),
    {
      name: 'aisle_drift_rows',
      help: 'Rows that did not match their ledger in the last nightly comparison',
      read: () => transaction(db, system, lastBroken),
    },
  ]);
  serveApiDocs(server, { version: serverVersion, publicUrl: settings.publicUrl });
  await serveWebApp(server);
  runBeside(server, db, services, rare);
  return { server, services, jobs };
}

/** What a server does between requests, from when it is ready until it closes. */
function runBeside(
  server: FastifyInstance,
  db: Database,
  { settings, seals, storage, liveEvents }: Services,
  rare: RareLog,
): void {
  const mail = new MailDelivery({
    db,
    settings,
    storage,
    log: server.log,
    onFailure: (mailId, reason) =>
      rare.write(`email ${reason}`, (left) => server.log.warn({ mailId, reason, ...left }, 'email not sent')),
  });
  const webhooks = new WebhookSender({
    db,
    allowPrivate: settings.webhookAllowPrivate,
    hosts: settings.webhookHosts,
    seals,
    liveEvents,
    log: server.log,
    onFailure: (reason) =>
      rare.write('webhooks', (left) => server.log.warn({ reason, ...left }, 'webhooks not sent')),
  });
  let stopOrderMessages = async () => {};
  server.addHook('onReady', async () => {
    mail.start();
    webhooks.start();
    stopOrderMessages = startOrderMessages({
      db,
      settings,
      liveEvents,
      onFailure: (reason) =>
        rare.write('order messages', (left) =>
          server.log.warn({ reason, ...left }, 'order messages not written'),
        ),
    });
  });
  server.addHook('onClose', async () => {
    await stopOrderMessages();
    await Promise.all([mail.stop(), webhooks.stop()]);
  });
}
