import { type Database, system, transaction } from '../core/db.ts';
import { deleteWhatIsOver } from './auth.queries.ts';

const everyMs = 60 * 60_000;

/** Forgets every hour what no longer counts; stops when the function that it gives is called. */
export function keepSignInTidy(db: Database, onFailure: (error: unknown) => void): () => void {
  const tidy = () => transaction(db, system, deleteWhatIsOver).catch(onFailure);
  const timer = setInterval(tidy, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
