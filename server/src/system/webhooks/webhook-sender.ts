// Our own: events are rows written in the transaction that causes them, so the sender processes a table.
import { EventEmitter } from 'node:events';
import { awaitAll } from '../../core/await-all.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { perDatabase } from '../../core/db/per-database.ts';
import type { Seals } from '../../core/db/seals/seals.ts';
import { send } from '../../core/http/responses/sending.ts';
import { announce, type LiveEvents } from '../../core/live-events.ts';
import { claimEndpoint, nextParcel, recordDelivery, releaseEndpoint } from './deliveries.queries.ts';
import { openSecret } from './webhooks.service.ts';

const wakesOf = perDatabase(() => new EventEmitter());
/** Makes the sender look for due events, such as retries. */
export const wakeSender = (db: Database): void => void wakesOf(db).emit('wake');

interface SenderOptions {
  db: Database;
  allowPrivate: boolean;
  /** The only hosts that can be called; any host if omitted. */
  hosts?: readonly string[];
  seals: Seals;
  liveEvents: LiveEvents;
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
    const { allowPrivate, hosts = [], liveEvents, log, seals } = this.#options;
    for (;;) {
      const parcel = await this.#inTransaction((tx) => nextParcel(tx, endpoint));
      if (!parcel) return true;
      const secrets = parcel.secrets.map((sealed) => openSecret(seals, endpoint, sealed));
      const receipt = await send({ ...parcel, secrets }, { allowPrivate, hosts });
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

  #inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transaction(this.#options.db, system, work);
  }
}
