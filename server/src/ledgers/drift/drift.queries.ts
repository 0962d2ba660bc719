import type { DriftCheck, DriftFinding } from '@aisle/contract/ledgers/drift';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

const maxChecks = 10;

export async function latestChecks(tx: Tx): Promise<DriftCheck[]> {
  const rows = await tx
    .selectFrom('drift_checks')
    .select(['id as _id', 'started_at as startedAt', 'finished_at as finishedAt', 'broken'])
    .select(sql<DriftFinding[]>`findings`.as('findings'))
    .orderBy('started_at', 'desc')
    .limit(maxChecks)
    .execute();
  return rows;
}

export async function insertCheck(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM drift_checks WHERE started_at < now() - interval '90 days'`.execute(tx);
  await tx.insertInto('drift_checks').values({ id }).execute();
}

export async function endCheck(tx: Tx, id: string, findings: readonly DriftFinding[]): Promise<void> {
  await tx
    .updateTable('drift_checks')
    .set({
      finished_at: sql`now()`,
      findings: JSON.stringify(findings),
      broken: findings.reduce((sum, { broken }) => sum + broken, 0),
    })
    .where('id', '=', id)
    .execute();
}

/** Notifies users with access to the settings, also by email if they subscribed. */
export async function insertDriftNotice(tx: Tx, text: string): Promise<void> {
  await tx.insertInto('notices').values({ kind: 'drift', permission: 'access_setting', text }).execute();
}

/** The number of wrong rows in the last complete check; null before the first one. */
export async function lastBroken(tx: Tx): Promise<number | null> {
  const row = await tx
    .selectFrom('drift_checks')
    .select('broken')
    .where('finished_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.broken ?? null;
}
