import { setTimeout as pause } from 'node:timers/promises';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { healAccountSums, openNow, setsOfBooks, stillOpen, sumAccounts } from './account-sums.queries.ts';

const checkEveryMs = 200;
/** A transaction that is open for longer puts the sums off until the next time. */
const maxWaits = 150;

const inSystem = <Result>(db: Database, work: (tx: Tx) => Promise<Result>) => transaction(db, system, work);

/** Adds what was posted since the last time to the sums of all locations, one after the other. */
export async function sumAllAccounts(db: Database): Promise<void> {
  const waiting = await inSystem(db, openNow);
  for (let waits = 0; await inSystem(db, (tx) => stillOpen(tx, waiting)); waits += 1) {
    if (waits === maxWaits) return;
    await pause(checkEveryMs);
  }
  for (const id of await inSystem(db, setsOfBooks)) {
    await inSystem(db, (tx) => sumAccounts(tx, id, waiting.until));
  }
}

/** After the nightly check has reported sums that differ, they are made anew. */
export async function healAllAccountSums(db: Database): Promise<void> {
  let isWrong = false;
  for (const id of await inSystem(db, setsOfBooks)) {
    if (await inSystem(db, (tx) => healAccountSums(tx, id))) isWrong = true;
  }
  if (isWrong) await sumAllAccounts(db);
}
