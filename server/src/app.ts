import type { FastifyInstance } from 'fastify';
import { ChangeFeed } from './core/changes/change-feed.ts';
import { type ChangeReader, followChanges } from './core/changes/change-reader.ts';
import { type Database, system, transaction } from './core/db/db.ts';
import { writeOnPrimary } from './core/db/replica.ts';
import { openSecrets, serverSecret } from './core/db/seals/secrets.ts';
import { filesAddress, openDisk } from './core/files/disk.ts';
import { serveFiles } from './core/files/files.ts';
import { Storage } from './core/files/storage.ts';
import { Actors, idOf, scopeOf } from './core/http/actor.ts';
import { serveHealth } from './core/http/health.ts';
import { CodeGuesses } from './core/http/limits/code-guesses.ts';
import { ConnectionQuota } from './core/http/limits/connection-quota.ts';
import { serveWebApp } from './core/http/responses/web-app.ts';
import { serve } from './core/http/serve.ts';
import { buildServer, type LogTarget } from './core/http/server.ts';
import { serverVersion } from './core/http/version.ts';
import { LiveEvents } from './core/live-events.ts';
import { RareLog } from './core/rare-log.ts';
import type { Services } from './core/services.ts';
import type { Settings } from './core/settings.ts';
import { serveGiftLinks } from './customers/gift-cards/delivery/serve-links.ts';
import { jobTable, periodic } from './jobs.ts';
import { lastBroken } from './ledgers/drift/drift.queries.ts';
import { openGateways } from './ledgers/gateways/gateways.ts';
import { serveGatewayEvents } from './ledgers/gateways/serve-gateway-events.ts';
import { assistantTools, constraintProblems, recordReaders, resources } from './resources.ts';
import { orderMessageReader, setUpOf } from './sales/order-messages/order-messages.service.ts';
import { servePayLinks } from './sales/payments/serve-pay-links.ts';
import { serveButtons } from './service/messages/serve-buttons.ts';
import { serveApiDocs } from './system/api-docs/serve-docs.ts';
import { serveMcp } from './system/assistants/serve-mcp.ts';
import { JobRunner } from './system/jobs/runner.ts';
import { LiveReader } from './system/live/live-reader.ts';
import { serveEvents } from './system/live/serve-events.ts';
import { MailDelivery } from './system/mails/mail-delivery.ts';
import { metricsOf } from './system/monitoring/metrics.ts';
import { noticeReader } from './system/notifications/notice-reader.ts';
import { pushKeysOf } from './system/push/push-keys.ts';
import { webhookReader } from './system/webhooks/webhook-reader.ts';
import { WebhookSender } from './system/webhooks/webhook-sender.ts';

interface AisleApp {
  server: FastifyInstance;
  services: Services;
  /** Starts processing due jobs after `start()`. */
  jobs: JobRunner;
}

/** Builds the whole server, without listening yet. */
export async function buildApp(db: Database, settings: Settings, logTo?: LogTarget): Promise<AisleApp> {
  const seals = await openSecrets(db, settings);
  const actors = new Actors(db);
  const rare = new RareLog();
  const server = await buildServer({ db, settings, actors, constraintProblems, ...(logTo && { logTo }) });
  const services: Services = {
    settings,
    actors,
    codeGuesses: new CodeGuesses(db),
    storage: new Storage(
      await openDisk(filesAddress(settings), settings.s3),
      await serverSecret(db, seals, 'file-addresses'),
    ),
    seals,
    unsubscribeKey: await serverSecret(db, seals, 'unsubscribe'),
    pushKeys: pushKeysOf(await serverSecret(db, seals, 'push')),
    liveEvents: new LiveEvents(),
    changeFeed: new ChangeFeed(db, (err) =>
      rare.write('change feed', (left) => server.log.warn({ err, ...left }, 'changes not numbered')),
    ),
    inTransaction: (actor, work) => writeOnPrimary(db, scopeOf(actor), idOf(actor), work),
    log: server.log,
  };
  const jobs = new JobRunner({ db, services, table: jobTable, periodic, log: server.log });
  serveFiles(server, services.storage);
  db.copy?.logTo(server.log);
  const shares = new ConnectionQuota();
  for (const resource of resources) serve(server, { db, services, shares }, resource);
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
  serveButtons(server, db, services);
  serveGiftLinks(server, db, services);
  const gateways = await openGateways(db, settings);
  await serveGatewayEvents(server, db, gateways);
  const { pages } = gateways.find(({ name }) => name === settings.cardGateway) ?? {};
  servePayLinks(server, { db, publicUrl: settings.publicUrl, pages });
  const secret = await serverSecret(db, seals, 'assistants');
  await serveMcp(server, { db, services, tools: assistantTools, secret });
  serveApiDocs(server, { version: serverVersion, publicUrl: settings.publicUrl });
  await serveWebApp(server);
  runBeside(server, db, services, rare);
  return { server, services, jobs };
}

/** Runs mail delivery, webhooks and change readers from when the server is ready until it closes. */
function runBeside(server: FastifyInstance, db: Database, services: Services, rare: RareLog): void {
  const { settings, storage, liveEvents, changeFeed } = services;
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
    services,
    readers: recordReaders,
    log: server.log,
    onFailure: (reason) =>
      rare.write('webhooks', (left) => server.log.warn({ reason, ...left }, 'webhooks not sent')),
  });
  const readers: { reader: ChangeReader; pauseMs: number; pollsEveryMs?: number }[] = [
    { reader: orderMessageReader(setUpOf(settings)), pauseMs: 2000 },
    { reader: noticeReader, pauseMs: 200 },
    { reader: webhookReader, pauseMs: 200, pollsEveryMs: 1000 },
  ];
  let stops: (() => Promise<void>)[] = [];
  server.addHook('onReady', async () => {
    mail.start();
    webhooks.start();
    changeFeed.start(liveEvents);
    stops = readers.map(({ reader, ...times }) => {
      const onFailure = (reason: string) =>
        rare.write(`changes ${reader.name}`, (left) =>
          server.log.warn({ reader: reader.name, reason, ...left }, 'changes not read'),
        );
      return followChanges({ db, liveEvents, ...times, onFailure }, reader);
    });
  });
  server.addHook('preClose', async () => changeFeed.endWaits());
  server.addHook('onClose', async () => {
    await Promise.all([...stops.map((stop) => stop()), changeFeed.stop(), mail.stop(), webhooks.stop()]);
  });
}
