import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import type { FastifyInstance } from 'fastify';
import { serveApiDocs } from './api-docs/serve-docs.ts';
import { apiKeyHandlers } from './api-keys/api-keys.routes.ts';
import { auditHandlers } from './audit/audit.routes.ts';
import { deleteWhatIsOver } from './auth/auth.queries.ts';
import { authHandlers } from './auth/auth.routes.ts';
import { brandConstraints, brandHandlers } from './brands/brands.routes.ts';
import { bulkWork, undoWork } from './bulk/bulk.ts';
import { subProductChanges } from './bulk-edits/bulk-edit-work.ts';
import { bulkEditHandlers } from './bulk-edits/bulk-edits.routes.ts';
import { categoryConstraints, categoryHandlers } from './categories/categories.routes.ts';
import { Actors } from './core/actor.ts';
import { type Database, system, transaction } from './core/db.ts';
import { serveFiles } from './core/files.ts';
import { serveHealth } from './core/health.ts';
import { LiveEvents } from './core/live-events.ts';
import { Seals } from './core/seals.ts';
import { serverSecret } from './core/secrets.ts';
import { type Handler, type Handlers, serve } from './core/serve.ts';
import { buildServer } from './core/server.ts';
import type { Services } from './core/services.ts';
import type { Settings } from './core/settings.ts';
import { Storage } from './core/storage.ts';
import { serverVersion } from './core/version.ts';
import { serveWebApp } from './core/web-app.ts';
import { customerConstraints, customerHandlers } from './customers/customers.routes.ts';
import { dashboardHandlers } from './dashboard/dashboard.routes.ts';
import { dispatchHandlers, tripHandlers } from './dispatch/dispatch.routes.ts';
import { endOverdueOffers } from './dispatch/dispatch.service.ts';
import { documentHandlers } from './documents/documents.routes.ts';
import { documentsWork } from './documents/documents.service.ts';
import { lastBroken } from './drift/drift.queries.ts';
import { driftHandlers } from './drift/drift.routes.ts';
import { checkDriftAtNight, driftWork } from './drift/drift-check.ts';
import { driverHandlers } from './drivers/drivers.routes.ts';
import { expiryConstraints, expiryHandlers } from './expiry/expiry.routes.ts';
import { endDueMarkDowns } from './expiry/expiry.service.ts';
import { exportHandlers } from './exports/exports.routes.ts';
import { exportWork, type FindHandler } from './exports/exports.service.ts';
import { SimulatedGateway } from './gateways/simulated-gateway.ts';
import { undoImport } from './imports/import-undo.ts';
import { checkImport, runImport } from './imports/import-work.ts';
import { importHandlers } from './imports/imports.routes.ts';
import { inventoryHandlers } from './inventory/inventory.routes.ts';
import type { JobTable } from './jobs/job-run.ts';
import { jobHandlers } from './jobs/jobs.routes.ts';
import { housekeeping } from './jobs/periodic.ts';
import { JobRunner, type Periodic } from './jobs/runner.ts';
import { LiveReader } from './live/live-reader.ts';
import { serveEvents } from './live/serve-events.ts';
import { locationRateHandlers } from './location-rates/location-rates.routes.ts';
import { assortmentHandlers } from './locations/assortments.routes.ts';
import { locationConstraints, locationHandlers } from './locations/locations.routes.ts';
import { payoutAccountHandlers } from './locations/payout-accounts.routes.ts';
import { MailDelivery } from './mail/mail-delivery.ts';
import { mailHandlers } from './mail/mails.routes.ts';
import { mainOrderConstraints, mainOrderHandlers } from './main-orders/main-orders.routes.ts';
import { lookAgain, mailMornings, mailNews } from './notifications/notice-mails.ts';
import { notificationHandlers } from './notifications/notifications.routes.ts';
import { orderBulkHandlers } from './order-bulk/order-bulk.routes.ts';
import { orderStepChanges } from './order-bulk/order-bulk-work.ts';
import { announceLate } from './orders/late-orders.queries.ts';
import { expireUnpaid } from './orders/order-steps.ts';
import { orderHandlers } from './orders/orders.routes.ts';
import { paymentHandlers } from './payments/payments.routes.ts';
import { workOffGateway } from './payments/work-off.ts';
import { priceHandlers } from './prices/prices.routes.ts';
import { judgeBestSellers } from './products/best-sellers.ts';
import { productHandlers } from './products/products.routes.ts';
import { profileHandlers } from './profile/profile.routes.ts';
import { recallWork } from './recalls/recall-work.ts';
import { recallHandlers } from './recalls/recalls.routes.ts';
import { refundConstraints, refundHandlers } from './refunds/refunds.routes.ts';
import { closeNeverBrought } from './returns/never-brought.ts';
import { returnHandlers } from './returns/returns.routes.ts';
import { savedViewConstraints, savedViewHandlers } from './saved-views/saved-views.routes.ts';
import { searchHandlers } from './search/search.routes.ts';
import { sellabilityHandlers } from './sellability/sellability.routes.ts';
import { settingsHandlers } from './settings/settings.routes.ts';
import { shellHandlers } from './shell/shell.routes.ts';
import { refreshDueExpiry } from './stock/stock.queries.ts';
import { stockConstraints } from './stock/stock.ts';
import { stockCountHandlers } from './stock-counts/stock-counts.routes.ts';
import { subProductConstraints, subProductHandlers } from './sub-products/sub-products.routes.ts';
import { taxConstraints, taxHandlers } from './taxes/taxes.routes.ts';
import { transferHandlers } from './transfers/transfers.routes.ts';
import { userConstraints, userHandlers } from './users/users.routes.ts';
import { vendorConstraints, vendorHandlers } from './vendors/vendors.routes.ts';
import { forgetOldDeliveries } from './webhooks/deliveries.queries.ts';
import { WebhookSender, wakeSender } from './webhooks/webhook-sender.ts';
import { webhookHandlers } from './webhooks/webhooks.routes.ts';

/** Each resource of the contract with its handlers: one that lacks them does not compile. */
const handlers: { [Name in keyof typeof api]: Handlers<(typeof api)[Name]> } = {
  auth: authHandlers,
  users: userHandlers,
  profile: profileHandlers,
  audit: auditHandlers,
  mails: mailHandlers,
  brands: brandHandlers,
  taxes: taxHandlers,
  categories: categoryHandlers,
  products: productHandlers,
  subProducts: subProductHandlers,
  sellability: sellabilityHandlers,
  bulkEdits: bulkEditHandlers,
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
  customers: customerHandlers,
  orders: orderHandlers,
  orderBulk: orderBulkHandlers,
  documents: documentHandlers,
  drivers: driverHandlers,
  dispatch: dispatchHandlers,
  trips: tripHandlers,
  mainOrders: mainOrderHandlers,
  payments: paymentHandlers,
  refunds: refundHandlers,
  recalls: recallHandlers,
  returns: returnHandlers,
  settings: settingsHandlers,
  apiKeys: apiKeyHandlers,
  webhooks: webhookHandlers,
  jobs: jobHandlers,
  imports: importHandlers,
  search: searchHandlers,
  dashboard: dashboardHandlers,
  shell: shellHandlers,
  savedViews: savedViewHandlers,
  exports: exportHandlers((route) => findHandler(route)),
};

/** The same without their types, for what walks over all of them. */
const resources = Object.entries(api).map(([name, routes]) => ({
  routes: routes as Record<string, Route>,
  handlers: handlers[name as keyof typeof api] as unknown as Record<string, Handler<Route>>,
}));

/** The handler of a route of the contract. */
const findHandler: FindHandler = (route) => {
  for (const { routes, handlers: own } of resources) {
    const found = Object.keys(routes).find((name) => routes[name] === route);
    if (found) return own[found]!;
  }
  throw new Error(`${route.path} is not part of the API`);
};

/** What each kind of job does. */
const jobTable: JobTable = {
  importCheck: checkImport,
  importRun: runImport,
  importUndo: undoImport,
  export: exportWork(findHandler),
  bulkEdit: bulkWork(subProductChanges),
  bulkEditUndo: undoWork(subProductChanges),
  orderSteps: bulkWork(orderStepChanges),
  orderDocuments: documentsWork,
  recall: recallWork,
  driftCheck: driftWork,
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
  { name: 'look_again', when: '9 * * * *', work: lookAgain },
  { name: 'mail_news', when: '*/15 * * * *', work: mailNews },
  { name: 'mail_mornings', when: '*/15 * * * *', work: mailMornings },
  { name: 'check_drift', when: '41 3 * * *', work: async (db) => void (await checkDriftAtNight(db)) },
  {
    name: 'best_sellers',
    when: '23 2 * * *',
    work: async (db) => void (await transaction(db, system, judgeBestSellers)),
  },
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
  ...mainOrderConstraints,
  ...savedViewConstraints,
  ...refundConstraints,
  ...userConstraints,
};

export interface AisleApp {
  server: FastifyInstance;
  services: Services;
  /** Works off what is due, once it is started. */
  jobs: JobRunner;
}

/** The whole server, not yet listening. */
export async function buildApp(
  db: Database,
  settings: Settings,
  logTo?: NodeJS.WritableStream,
): Promise<AisleApp> {
  const actors = new Actors(db);
  const services: Services = {
    settings,
    actors,
    storage: new Storage(settings.dataDir, await serverSecret(db, 'file-addresses')),
    seals: new Seals(await serverSecret(db, 'seals')),
    liveEvents: new LiveEvents(),
  };
  const server = await buildServer({ settings, actors, constraintProblems, ...(logTo && { logTo }) });
  serveHealth(server, db, [
    {
      name: 'aisle_drift_rows',
      help: 'Rows that the last nightly comparison found to disagree with their ledger',
      read: () => transaction(db, system, lastBroken),
    },
  ]);
  serveFiles(server, services.storage);
  for (const { routes, handlers: own } of resources) serve(server, db, services, routes, own);
  serveEvents(
    server,
    new LiveReader(db, services.liveEvents, (err) => server.log.warn({ err }, 'live events')),
  );
  serveApiDocs(server, serverVersion);
  await serveWebApp(server);
  runBeside(server, db, services);
  const jobs = new JobRunner({ db, services, table: jobTable, periodic, log: server.log });
  return { server, services, jobs };
}

/** What a server does between requests, from when it is ready until it closes. */
function runBeside(server: FastifyInstance, db: Database, { settings, liveEvents }: Services): void {
  const mail = new MailDelivery({
    db,
    settings,
    onFailure: (mailId, reason) => server.log.warn({ mailId, reason }, 'mail not sent'),
  });
  const webhooks = new WebhookSender({
    db,
    allowPrivate: settings.webhookAllowPrivate,
    liveEvents,
    onFailure: (reason) => server.log.warn({ reason }, 'webhooks not sent'),
  });
  server.addHook('onReady', async () => {
    mail.start();
    webhooks.start();
  });
  server.addHook('onClose', async () => {
    await Promise.all([mail.stop(), webhooks.stop()]);
  });
}
