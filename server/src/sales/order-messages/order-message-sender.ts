// Our own: messages follow the live events, so that no step of an order waits for its message to be written.
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import type { LiveEvents } from '../../core/live-events.ts';
import type { Settings } from '../../core/settings.ts';
import { sendOrderMessages, setUpOf } from './order-messages.service.ts';

interface SenderOptions {
  db: Database;
  settings: Settings;
  liveEvents: LiveEvents;
  onFailure: (reason: string) => void;
}

/** How long after a change emails are sent; changes meanwhile are sent with it. */
const pauseMs = 2000;
/** Finds what another server left behind. */
const looksEveryMs = 30_000;

/** Sends emails about orders soon after something happened to them. Returns how to stop it. */
export function startOrderMessages({
  db,
  settings,
  liveEvents,
  onFailure,
}: SenderOptions): () => Promise<void> {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let pause: NodeJS.Timeout | undefined;
  const send = (tx: Tx) => sendOrderMessages(tx, setUpOf(settings));
  const work = async () => {
    try {
      while (!isStopped && (await transaction(db, system, send)));
    } catch (error) {
      // The database is away: the next change or the timer tries again.
      onFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const later = () => {
    pause ??= setTimeout(() => {
      pause = undefined;
      running = work();
    }, pauseMs);
  };
  const forget = liveEvents.onPoke(later);
  const timer = setInterval(later, looksEveryMs).unref();
  later();
  return async () => {
    isStopped = true;
    forget();
    clearInterval(timer);
    clearTimeout(pause);
    await running;
  };
}
