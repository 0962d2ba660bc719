import { formatNumber } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import {
  maxPaidAtOnce,
  type PayoutRun,
  type PayoutRunPage,
  type PayoutRunPreview,
  type PayoutRunView,
} from '@aisle/contract/finance/payouts';
import type { PayoutMethod } from '@aisle/contract/finance/statements';
import { unfinishedJobStatuses } from '@aisle/contract/system/jobs';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import type { Storage } from '../../core/files/storage.ts';
import { type Actor, idOf } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { mustFind } from '../../core/problem.ts';
import type { JobFile } from '../../system/jobs/jobs.queries.ts';
import { notFinalAt } from '../statements/create-statement.queries.ts';

interface NewRun {
  id: string;
  jobId: string;
  method: PayoutMethod;
  paidOn: string;
}
/** Returns the number of the new run. */
export async function insertRun(
  tx: Tx,
  actor: Actor,
  { id, jobId, method, paidOn }: NewRun,
): Promise<string> {
  const { number } = await tx
    .insertInto('payout_runs')
    .values({
      id,
      job_id: jobId,
      method,
      paid_on: paidOn,
      user_id: idOf(actor),
      user_name: actor.name,
    })
    .returning(sql<string>`format_number('payoutRun', number)`.as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

interface PayableFacts {
  found: number;
  open: number;
  /** The sum of the open statements. */
  total: number;
  /** The open statement with the latest start. */
  latest: { from: string; number: string } | null;
  today: string;
}
/** Facts about these statements that a run needs before it starts. */
export async function payableFacts(tx: Tx, statementIds: readonly string[]): Promise<PayableFacts> {
  const { rows } = await sql<PayableFacts>`
    SELECT count(*)::integer AS found, count(*) FILTER (WHERE s.status = 'open')::integer AS open,
      coalesce(sum(s.total) FILTER (WHERE s.status = 'open'), 0)::bigint AS total,
      (array_agg(json_build_object('from', s.from_day, 'number', format_number('statement', s.number))
        ORDER BY s.from_day DESC) FILTER (WHERE s.status = 'open'))[1] AS latest,
      min((now() AT TIME ZONE l.time_zone)::date) AS today
    FROM statements s JOIN locations l ON l.id = s.location_id WHERE s.id = ANY (${statementIds}::uuid[])`.execute(
    tx,
  );
  return rows[0]!;
}

type PayableRow = PayoutRunPreview['records'][number];
/** The open ones of these statements, by number. */
export async function payableRows(tx: Tx, statementIds: readonly string[]): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    SELECT s.id AS "statementId", format_number('statement', s.number) AS number, l.id AS "locationId",
      l.name AS "locationName", l.time_zone AS "timeZone", s.total, a.account_last4 AS "accountLast4",
      coalesce(c.state, 'none') AS "transferState",
      ${notFinalAt(sql`s.location_id`, sql`s.cut`)} AS "notFinal"
    FROM statements s JOIN locations l ON l.id = s.location_id
    LEFT JOIN payout_accounts a ON a.location_id = s.location_id
    LEFT JOIN connected_accounts c ON c.location_id = s.location_id
    WHERE s.id = ANY (${statementIds}::uuid[]) AND s.status = 'open'
    ORDER BY s.number LIMIT ${sql.lit(maxPaidAtOnce)}`.execute(tx);
  return rows;
}

export async function insertResults(tx: Tx, runId: string, statementIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO payout_run_results (location_id, run_id, statement_id, number, amount)
    SELECT location_id, ${runId}::uuid, id, number, total FROM statements WHERE id = ANY (${statementIds}::uuid[])`.execute(
    tx,
  );
}

export interface LockedRun {
  id: string;
  jobId: string;
  method: PayoutMethod;
  paidOn: string;
  createdAt: string;
  /** A job is working on it or will. */
  isUnderWay: boolean;
}
/** Locks a run, so that no other user continues it or writes its files in the meantime. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun> {
  const { rows } = await sql<LockedRun>`
    SELECT r.id, r.job_id AS "jobId", r.method, r.paid_on AS "paidOn", r.created_at AS "createdAt",
      EXISTS (SELECT FROM jobs j WHERE j.id = r.job_id AND ${isOneOf('j.status', unfinishedJobStatuses)}) AS "isUnderWay"
    FROM payout_runs r WHERE r.id = ${id} FOR UPDATE`.execute(tx);
  return mustFind(rows[0], 'Payout run');
}

export async function continueRun(tx: Tx, id: string, jobId: string): Promise<void> {
  await tx
    .updateTable('payout_runs')
    .set({ job_id: jobId, finished_at: null, files: '[]', no_ach_file: null })
    .where('id', '=', id)
    .execute();
}

export interface RunStatement {
  locationId: string;
  statementId: string;
}
/** The statements of a run, and whether each is settled: paid, or recorded with a problem. */
export async function statementsOfRun(
  tx: Tx,
  runId: string,
): Promise<(RunStatement & { isSettled: boolean })[]> {
  return tx
    .selectFrom('payout_run_results')
    .select(['location_id as locationId', 'statement_id as statementId'])
    .select(sql<boolean>`payout_id IS NOT NULL OR problem IS NOT NULL`.as('isSettled'))
    .where('run_id', '=', runId)
    .orderBy('number')
    .limit(maxPaidAtOnce)
    .execute();
}

/** Locks a statement until it is settled; returns false if it already is. */
export async function lockUnsettled(tx: Tx, runId: string, of: RunStatement): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_run_results')
    .select('statement_id')
    .where('location_id', '=', of.locationId)
    .where('run_id', '=', runId)
    .where('statement_id', '=', of.statementId)
    .where('payout_id', 'is', null)
    .where('problem', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function settle(
  tx: Tx,
  runId: string,
  of: RunStatement,
  result: { payout_id: string } | { problem: string },
): Promise<void> {
  await tx
    .updateTable('payout_run_results')
    .set(result)
    .where('location_id', '=', of.locationId)
    .where('run_id', '=', runId)
    .where('statement_id', '=', of.statementId)
    .where('payout_id', 'is', null)
    .where('problem', 'is', null)
    .execute();
}

/** A payout of a run, with its payout account. Payouts that were voided since are left out. */
export interface PaidRow {
  statementNumber: string;
  locationId: string;
  locationName: string;
  from: string;
  to: string;
  amount: number;
  reference: string;
  paidOn: string;
  account: { bankName: string; accountHolder: string; accountLast4: string } | null;
  /** Decrypted only by the job. */
  sealed: Buffer | null;
}
export async function paidInRun(tx: Tx, runId: string): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    SELECT format_number('statement', s.number) AS "statementNumber", l.id AS "locationId", l.name AS "locationName",
      s.from_day AS "from", s.to_day AS "to", p.amount, p.reference, p.paid_on AS "paidOn", a.sealed,
      CASE WHEN a.location_id IS NOT NULL THEN json_build_object('bankName', a.bank_name,
        'accountHolder', a.account_holder, 'accountLast4', a.account_last4) END AS account
    FROM payouts p
    JOIN statements s ON s.location_id = p.location_id AND s.id = p.statement_id
    JOIN locations l ON l.id = p.location_id
    LEFT JOIN payout_accounts a ON a.location_id = p.location_id
    WHERE p.run_id = ${runId} AND p.voided_at IS NULL ORDER BY s.number LIMIT ${maxPaidAtOnce}`.execute(tx);
  return rows;
}

/** The number of earlier bank files on the same day, because banks distinguish files of one day by a letter. */
export async function earlierRunsOf(tx: Tx, { id, createdAt }: LockedRun): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM payout_runs
    WHERE created_at >= date_trunc('day', ${createdAt}::timestamptz) AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`.execute(
    tx,
  );
  return rows[0]!.count;
}

/** A file of a run, which also has a row in `files`. */
export interface RunFile extends JobFile {
  id: string;
}
export async function finishRun(
  tx: Tx,
  id: string,
  { files, noAchFile }: { files: readonly RunFile[]; noAchFile: string | null },
): Promise<void> {
  await tx
    .updateTable('payout_runs')
    .set({ files: JSON.stringify(files), no_ach_file: noAchFile, finished_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

const runs = (tx: Tx) =>
  tx.selectFrom('payout_runs as r').leftJoin('jobs as j', (join) => join.onRef('j.id', '=', 'r.job_id'));
const withRow = (query: ReturnType<typeof runs>) =>
  query
    .innerJoinLateral(
      sql<Pick<PayoutRun, 'statements' | 'paid' | 'failed' | 'total'>>`(
        SELECT count(*)::integer AS statements, count(payout_id)::integer AS paid, count(problem)::integer AS failed,
          coalesce(sum(amount) FILTER (WHERE payout_id IS NOT NULL), 0)::bigint AS total
        FROM payout_run_results o WHERE o.run_id = r.id)`.as('sums'),
      (join) => join.onTrue(),
    )
    .select(['r.id as _id', 'r.job_id as jobId', 'r.paid_on as paidOn', 'r.no_ach_file as noAchFile'])
    .select(['r.user_name as createdBy', 'r.created_at as createdAt'])
    .select(sql<string | null>`format_number('payoutRun', r.number)`.as('number'))
    .select(['sums.statements', 'sums.paid', 'sums.failed', 'sums.total'])
    .select([
      sql<PayoutMethod>`r.method`.as('method'),
      sql<PayoutRun['status']>`CASE WHEN r.finished_at IS NOT NULL THEN 'done'
        WHEN ${isOneOf('j.status', unfinishedJobStatuses)} THEN 'running' ELSE 'failed' END`.as('status'),
      // Deleted files are no longer offered.
      sql<JobFile[]>`(SELECT coalesce(jsonb_agg(file ORDER BY place), '[]')
        FROM jsonb_array_elements(r.files) WITH ORDINALITY AS kept (file, place)
        WHERE EXISTS (SELECT FROM files f WHERE f.id = (file ->> 'id')::uuid))`.as('files'),
    ]);

const withUrls = <Row extends { files: JobFile[] }>(storage: Storage, row: Row) => ({
  ...row,
  files: row.files.map(({ key, name }) => ({
    name,
    url: `${storage.url(key)}&name=${encodeURIComponent(name)}`,
  })),
});

export function listRuns(tx: Tx, storage: Storage, request: PayoutRunPage): List<Page<PayoutRun>> {
  const { search } = request;
  const found = search ? runs(tx).where(isNumbered('r.number', 'payoutRun', search)) : runs(tx);
  return listOf(tx, found, {
    request,
    sort: {
      columns: [sql.ref('r.created_at'), sql.ref('r.id')],
      direction: request.sort?.order ?? 'desc',
    },
    select: withRow,
    sums: { columns: ['total'], rows: withRow(found) },
  }).mapRows((row) => withUrls(storage, row));
}

export async function viewRun(tx: Tx, storage: Storage, id: string): Promise<PayoutRunView> {
  const run = mustFind(await withRow(runs(tx).where('r.id', '=', id)).executeTakeFirst(), 'Payout run');
  const results = await tx
    .selectFrom('payout_run_results as o')
    .innerJoin('locations as l', 'l.id', 'o.location_id')
    .select(['o.statement_id as statementId', 'o.number', 'l.name as locationName', 'o.amount', 'o.problem'])
    .select(sql<boolean>`o.payout_id IS NOT NULL`.as('paid'))
    .where('o.run_id', '=', id)
    .orderBy('o.number')
    .limit(maxPaidAtOnce)
    .execute();
  return {
    ...withUrls(storage, run),
    results: results.map((result) => ({ ...result, number: formatNumber('statement', result.number) })),
  };
}
