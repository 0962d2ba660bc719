// Our own: events are rows written in the transaction of what happened, so the sender works off a table.
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
/** Has the sender look for events that are due, such as those to be sent again. */
export const wakeSender = (db: Database): void => void wakesOf(db).emit('wake');

interface SenderOptions {
  db: Database;
  allowPrivate: boolean;
  /** The only ones that are called; any without it. */
  hosts?: readonly string[];
  seals: Seals;
  liveEvents: LiveEvents;
  onFailure: (reason: string) => void;
  log: Record<'info' | 'warn', (details: object, message: string) => void>;
}

/** Endpoints that are called at once, so that a slow one does not delay the others. */
const atOnce = 8;
/** How long an endpoint that did not answer is left alone. */
const restSeconds = 60;

/** Sends what waits, endpoint by endpoint and each in order; apart from the jobs, which nobody's silence may hold up. */
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

  /** Finishes what is under way; what else waits is sent by the next server. */
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

  /** Sends until nothing is due that nobody else is sending. */
  async sendDue(): Promise<void> {
    this.#again = false;
    try {
      await awaitAll(Array.from({ length: atOnce }, () => this.#tellEndpoints()));
    } catch (error) {
      // The database is away: a minute later the clock wakes us again.
      this.#options.onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  async #tellEndpoints(): Promise<void> {
    for (;;) {
      const endpoint = await this.#inTransaction(claimEndpoint);
      if (!endpoint) return;
      const answered = await this.#tell(endpoint);
      await this.#inTransaction((tx) => releaseEndpoint(tx, endpoint, answered ? 0 : restSeconds));
    }
  }

  /** False when nobody answers there. */
  async #tell(endpoint: string): Promise<boolean> {
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
      // Neither address nor answer: both may hold a secret of the receiver.
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
