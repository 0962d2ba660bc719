import { setTimeout as pause } from 'node:timers/promises';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { healAccountSums, openNow, setsOfBooks, stillOpen, sumAccounts } from './account-sums.queries.ts';

const checkEveryMs = 200;
/** If a transaction stays open for longer, the sums are updated the next time. */
const maxWaits = 150;

const inSystem = <Result>(db: Database, work: (tx: Tx) => Promise<Result>) => transaction(db, system, work);

/** Adds the entries posted since the last run to the sums of all locations, one location at a time. */
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

/** Rebuilds wrong sums after the nightly check has reported them. */
export async function healAllAccountSums(db: Database): Promise<void> {
  let isWrong = false;
  for (const id of await inSystem(db, setsOfBooks)) {
    if (await inSystem(db, (tx) => healAccountSums(tx, id))) isWrong = true;
  }
  if (isWrong) await sumAllAccounts(db);
}
