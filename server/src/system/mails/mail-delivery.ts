import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Settings } from '../../core/settings.ts';
import { type ProviderSurroundings, providerOf } from '../message-providers/provider.ts';
import { onMailQueued } from './mail.ts';
import { type MailTransport, openMailTransport } from './mail-transport.ts';
import { claimNextMail, type MailRow, recordNotSent, recordSent } from './mails.queries.ts';

const checkEveryMs = 15_000;
const maxAttempts = 20;
/** Retries after 15 s, 30 s, 1 min … at most 6 h: four days in total. */
const waitSeconds = (attempts: number): number | null =>
  attempts >= maxAttempts ? null : Math.min(15 * 2 ** (attempts - 1), 6 * 3600);

interface DeliveryOptions {
  db: Database;
  settings: Settings;
  storage: Storage;
  log: ProviderSurroundings['log'];
  /** Called for every email that couldn't be sent, without its text, which may contain links that open accounts. */
  onFailure: (mailId: string, reason: string) => void;
}

/** Sends pending emails from `mails`: right after a commit, and every 15 s. */
export class MailDelivery {
  readonly #options: DeliveryOptions;
  #transport: MailTransport | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stops: (() => void)[] = [];

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  start(): void {
    const timer = setInterval(() => this.notify(), checkEveryMs);
    timer.unref();
    this.#stops = [() => clearInterval(timer), onMailQueued(this.#options.db, () => this.notify())];
    this.notify();
  }

  /** Looks for emails now, or again after the current run. */
  notify(): void {
    this.#again = true;
    this.#running ??= this.#deliverAll().finally(() => {
      this.#running = undefined;
      if (this.#again) this.notify();
    });
  }

  /** Finishes the current email; the others wait for the next start. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#again = false;
    await this.#running;
    this.#transport?.close();
  }

  async #deliverAll(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        const mail = await this.#inTransaction(claimNextMail);
        if (!mail) continue;
        await this.#deliver(mail);
        this.#again = this.#stops.length > 0;
      }
    } catch (error) {
      // The database is away: the timer tries again.
      this.#options.onFailure('', reasonOf(error));
    }
  }

  async #deliver(mail: MailRow): Promise<void> {
    const { settings, storage, log, onFailure } = this.#options;
    const began = performance.now();
    try {
      const { channel } = mail;
      if (channel === 'email') {
        this.#transport ??= await openMailTransport(settings, storage);
        await this.#transport.send(mail);
      } else {
        const provider = providerOf(channel, { settings, log });
        if (!provider) throw new Error(`No provider is set up for ${channel}`);
        const { id, recipient: to, subject: title, body: text } = mail;
        await provider.send({ id, channel, to, title, text });
      }
    } catch (error) {
      onFailure(mail.id, reasonOf(error));
      await this.#inTransaction((tx) =>
        recordNotSent(tx, mail.id, reasonOf(error), waitSeconds(mail.attempts)),
      );
      return;
    }
    log.info(
      {
        mail: mail.id,
        channel: mail.channel,
        attempt: mail.attempts,
        ms: Math.round(performance.now() - began),
      },
      'message sent',
    );
    // Links in an email open accounts, so after sending only the demo keeps its text.
    await this.#inTransaction((tx) => recordSent(tx, mail.id, settings.demo));
  }

  #inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transaction(this.#options.db, system, work);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
