// Our own: events are rows written in the transaction that causes them, so the sender processes a table.
import { EventEmitter } from 'node:events';
import { awaitAll } from '../../core/await-all.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { perDatabase } from '../../core/db/per-database.ts';
import { scopeOf } from '../../core/http/actor.ts';
import { send } from '../../core/http/responses/sending.ts';
import { announce } from '../../core/live-events.ts';
import type { Services } from '../../core/services.ts';
import type { RecordReaders } from '../change-feed/record-reader.ts';
import { holdOffErasures } from '../erasure/erasures.queries.ts';
import {
  claimEndpoint,
  nextParcel,
  recordDelivery,
  releaseEndpoint,
  setPayload,
  type WebhookParcel,
} from './deliveries.queries.ts';
import { actorOf, hasRecord, withRecord } from './fat-payload.ts';
import { openSecret } from './webhooks.service.ts';

const wakesOf = perDatabase(() => new EventEmitter());
/** Makes the sender look for due events, such as retries. */
export const wakeSender = (db: Database): void => void wakesOf(db).emit('wake');

interface SenderOptions {
  db: Database;
  allowPrivate: boolean;
  /** The only hosts that can be called; any host if omitted. */
  hosts?: readonly string[];
  services: Services;
  /** Read the records of fat deliveries. */
  readers: RecordReaders;
  onFailure: (reason: string) => void;
  log: Record<'info' | 'warn', (details: object, message: string) => void>;
}

/** Number of endpoints called at once, so that a slow one doesn't delay the others. */
const concurrency = 8;
/** Pause before calling an endpoint again that didn't respond. */
const restSeconds = 60;

/** Sends waiting deliveries, in order for each endpoint. Separate from the jobs, so that a silent endpoint can't delay them. */
export class WebhookSender {
  readonly #options: SenderOptions;
  #stop: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #again = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  start(): void {
    const notify = () => this.notify();
    const wakes = wakesOf(this.#options.db);
    wakes.on('wake', notify);
    this.#stop = () => wakes.off('wake', notify);
  }

  /** Finishes the current deliveries; the next server sends the others. */
  async stop(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
    this.#again = false;
    await this.#running;
  }

  notify(): void {
    this.#again = true;
    this.#running ??= this.sendDue().finally(() => {
      this.#running = undefined;
      if (this.#again) this.notify();
    });
  }

  /** Sends until no delivery is due, except those that another server is sending. */
  async sendDue(): Promise<void> {
    this.#again = false;
    try {
      await awaitAll(Array.from({ length: concurrency }, () => this.#sendAllQueues()));
    } catch (error) {
      // The database is away: the scheduled task wakes the sender a minute later.
      this.#options.onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  async #sendAllQueues(): Promise<void> {
    for (;;) {
      const endpoint = await this.#inTransaction(claimEndpoint);
      if (!endpoint) return;
      const answered = await this.#sendQueue(endpoint);
      await this.#inTransaction((tx) => releaseEndpoint(tx, endpoint, answered ? 0 : restSeconds));
    }
  }

  /** False if the endpoint doesn't respond. */
  async #sendQueue(endpoint: string): Promise<boolean> {
    const { allowPrivate, hosts = [], log, services } = this.#options;
    const { liveEvents, seals } = services;
    for (;;) {
      const parcel = await this.#inTransaction((tx) => nextParcel(tx, endpoint));
      if (!parcel) return true;
      const payload = await this.#payloadOf(parcel);
      const secrets = parcel.secrets.map((sealed) => openSecret(seals, endpoint, sealed));
      const receipt = await send({ ...parcel, payload, secrets }, { allowPrivate, hosts });
      await this.#inTransaction(async (tx) => {
        await recordDelivery(tx, parcel.id, receipt);
        await announce(tx, {
          topic: 'webhooks',
          action: receipt.problem === null ? 'delivered' : 'failed',
          recordId: endpoint,
          permission: 'access_setting',
        });
      });
      liveEvents.notify();
      const { httpStatus, ms, problem } = receipt;
      // Logs neither the address nor the response: both can contain a secret of the receiver.
      log[problem === null ? 'info' : 'warn'](
        { delivery: parcel.id, webhook: endpoint, event: parcel.event, status: httpStatus, ms },
        problem === null ? 'webhook sent' : 'webhook not sent',
      );
      if (receipt.httpStatus === null) return false;
    }
  }

  /** Adds the record to a fat delivery before its first attempt. Later attempts send the same payload. */
  async #payloadOf(parcel: WebhookParcel): Promise<string> {
    const { db, services, readers } = this.#options;
    if (parcel.body === 'thin' || hasRecord(parcel)) return parcel.payload;
    return this.#inTransaction(async (tx) => {
      // The record is either from before an erasure, which then blanks the delivery, or from after it.
      await holdOffErasures(tx);
      const actor = actorOf(parcel);
      const read = (inside: Tx) => withRecord({ tx: inside, actor, services }, parcel, readers);
      const payload = await transaction(db, { ...scopeOf(actor), readOnly: true }, read);
      await setPayload(tx, parcel.id, payload);
      return payload;
    });
  }

  #inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transaction(this.#options.db, system, work);
  }
}
