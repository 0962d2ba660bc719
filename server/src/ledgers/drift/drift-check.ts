import { pluralize } from '@aisle/contract/core/pluralize';
import type { DriftFinding } from '@aisle/contract/ledgers/drift';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import type { JobWork } from '../../system/jobs/job-run.ts';
import {
  metricClaims,
  metricClaimsOfAll,
  recountMetrics,
  sumUpMetrics,
} from '../figures/figure-claims.queries.ts';
import { markAllStockTotals, recountStockTotals } from '../stock/stock.queries.ts';
import { stockClaims } from '../stock/stock-claims.queries.ts';
import { claimsOfAll, claimsOfLocation, locationIds, violationsOf } from './claims.queries.ts';
import { endCheck, insertCheck, insertDriftNotice } from './drift.queries.ts';

type InTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
type Progress = (done: number, total: number) => Promise<void>;

/** Compares all derived values with their ledger, location by location, and reports differences. */
async function checkDrift(inTransaction: InTransaction, progress: Progress): Promise<DriftFinding[]> {
  const id = newId();
  await inTransaction((tx) => insertCheck(tx, id));
  const places = await inTransaction(locationIds);
  const findings = new Map<string, DriftFinding>();
  const add = (claim: string, found: Omit<DriftFinding, 'claim'>) => {
    const before = findings.get(claim);
    findings.set(claim, {
      claim,
      broken: (before?.broken ?? 0) + found.broken,
      sample: [...(before?.sample ?? []), ...found.sample].slice(0, 5),
    });
  };
  for (const [index, place] of places.entries()) {
    await progress(index, places.length);
    let areFiguresWrong = false;
    for (const [claim, query] of Object.entries(claimsOfLocation)) {
      const found = await inTransaction((tx) => violationsOf(tx, query(place)));
      add(claim, found);
      areFiguresWrong ||= found.broken > 0 && claim in metricClaims;
    }
    // Totals are only stored for speed: the raw tables are right, and the findings show the differences. The recount runs after
    // all claims, since it would also fix rows that the next claim should report.
    if (areFiguresWrong) await inTransaction((tx) => recountMetrics(tx, place));
  }
  let areSumsWrong = false;
  let isStockWrong = false;
  for (const [claim, query] of Object.entries(claimsOfAll)) {
    const found = await inTransaction((tx) => violationsOf(tx, query));
    add(claim, found);
    areSumsWrong ||= found.broken > 0 && claim in metricClaimsOfAll;
    isStockWrong ||= found.broken > 0 && claim in stockClaims;
  }
  if (areSumsWrong) await inTransaction(sumUpMetrics);
  if (isStockWrong) {
    await inTransaction(markAllStockTotals);
    while (await inTransaction(recountStockTotals));
  }
  const all = [...findings.values()];
  await inTransaction((tx) => conclude(tx, id, all));
  await progress(places.length, places.length);
  return all;
}

async function conclude(tx: Tx, id: string, findings: readonly DriftFinding[]): Promise<void> {
  await endCheck(tx, id, findings);
  await announce(tx, { topic: 'drift', action: 'checked', recordId: id, permission: 'access_setting' });
  const wrong = findings.filter(({ broken }) => broken > 0);
  if (wrong.length === 0) return;
  const text = wrong
    .map(({ claim, broken }) => `${claim}: ${pluralize(broken, 'mismatch', 'mismatches')}`)
    .join('; ');
  await insertDriftNotice(tx, text);
  await announce(tx, { topic: 'notifications', action: 'drift', permission: 'access_setting' });
}

/** The nightly check. */
export const checkDriftAtNight = (db: Database): Promise<unknown> =>
  checkDrift(
    (work) => transaction(db, system, work),
    async () => undefined,
  );

/** The check on request. */
export const driftWork: JobWork = async (run) => {
  const findings = await checkDrift(run.inTransaction, run.progress);
  const broken = findings.reduce((sum, finding) => sum + finding.broken, 0);
  return { data: { broken, claims: findings.length }, files: [] };
};
