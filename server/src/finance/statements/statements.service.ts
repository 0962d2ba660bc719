import { formatDay } from '@aisle/contract/core/dates';
import { withTotalRecord } from '@aisle/contract/core/page';
import type {
  BalanceExplained,
  LocationStatementPage,
  Statement,
  StatementPage,
  StatementsInput,
  StatementTree,
  StatementTreeQuery,
  StatementView,
} from '@aisle/contract/finance/statements';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, notFound, problem, wrongField } from '../../core/problem.ts';
import { startJob } from '../../system/jobs/jobs.service.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { balanceOn } from './balances.queries.ts';
import { lockStatementsOf } from './create-statement.queries.ts';
import { makeStatement, mustHaveBegun } from './create-statement.ts';
import { readPayoutOutlooks } from './payout-outlook.ts';
import type { StatementsJobInput } from './statement-job.ts';
import { daysOfPart, deliveredLines, entriesOfOrder, ordersOfDay } from './statement-tree.queries.ts';
import { adjustmentsOf, correctionsOf, type StatementKey, sumsByDay } from './statement-view.queries.ts';
import {
  deleteStatement,
  getStatement,
  isLatestNeverPaid,
  listStatements,
  lockStatement,
} from './statements.queries.ts';

/** Statements of one location. Listing all accessible locations requires another permission. */
export function listAll(tx: Tx, actor: Actor, request: StatementPage) {
  if (!request.filters.locationId && !actor.permissions.has('statement_all_view')) {
    throw problem('permission-missing', { permission: 'statement_all_view' });
  }
  return listStatements(tx, request).map(withTotalRecord);
}

export async function listOfLocation(tx: Tx, { locationId, filters, ...request }: LocationStatementPage) {
  const { statements: rules } = await getSettings(tx);
  const [outlook] = await readPayoutOutlooks(tx, rules, locationId);
  if (!outlook) throw missingAt('locationId', 'Location');
  const page = await listStatements(tx, { ...request, filters: { ...filters, locationId } }).page();
  const { balance, next, last } = outlook;
  return { ...withTotalRecord(page), balance, payouts: { next, last } };
}

/** Creates one statement at once, or those of all locations by a job. */
export async function createStatement(
  tx: Tx,
  actor: Actor,
  { locationId, ...period }: StatementsInput,
): Promise<Statement | { jobId: string }> {
  if (locationId !== undefined) return makeStatement(tx, actor, { locationId, ...period });
  await mustHaveBegun(tx, period.to);
  const input: StatementsJobInput = period;
  return {
    jobId: await startJob(tx, actor, {
      kind: 'statements',
      title: `Statements through ${formatDay(period.to)}`,
      permission: 'statement_generate',
      input,
    }),
  };
}

const keyOf = ({ _id, locationId, timeZone }: Statement): StatementKey => ({ id: _id, locationId, timeZone });

export async function viewStatement(tx: Tx, id: string): Promise<StatementView> {
  const statement = await getStatement(tx, id);
  const key = keyOf(statement);
  return {
    ...statement,
    ...(await sumsByDay(tx, key)),
    correctionRows: statement.corrections === 0 ? [] : await correctionsOf(tx, key),
    adjustmentRows: await adjustmentsOf(tx, key),
    canDiscard: await isLatestNeverPaid(tx, key),
  };
}

/** One level of the tree: days, the orders of a day, or the lines and entries of an order. */
export async function viewTree(
  tx: Tx,
  id: string,
  { day, orderId, part, page, limit }: StatementTreeQuery,
): Promise<StatementTree> {
  const statement = await getStatement(tx, id);
  const key = { ...keyOf(statement), part };
  if (orderId !== undefined) {
    const order = orderId === 'none' ? null : orderId;
    const entries = await entriesOfOrder(tx, key, { orderId: order, day });
    if (entries.length === 0) throw notFound('Order');
    const lines = order === null ? [] : await deliveredLines(tx, key.locationId, order);
    return { level: 'entries', lines, entries };
  }
  if (day !== undefined) {
    return { level: 'orders', orders: await ordersOfDay(tx, key, { day, page, limit }) };
  }
  if (part !== undefined) {
    return { level: 'days', days: await daysOfPart(tx, key), carriedIn: 0, total: statement[part] };
  }
  const { byDay } = await sumsByDay(tx, key);
  const days = byDay.map(({ day, orders, total }) => ({ day, orders, total }));
  return { level: 'days', days, carriedIn: statement.carriedIn, total: statement.total };
}

/** Explains the balance of a location at the end of a day or now. */
export async function explainBalance(
  tx: Tx,
  locationId: string,
  date: string | undefined,
): Promise<BalanceExplained> {
  const found = await balanceOn(tx, locationId, date);
  if (!found) throw notFound('Location');
  const { today, now, asOf, before, parts } = found;
  if (asOf > today) throw wrongField('date', `Must not be after today, ${formatDay(today)}`);
  const balance = parts.reduce((sum, { amount }) => sum + amount, before);
  return { asOf, before, parts, balance, now: asOf === today ? now : null };
}

/** Discards the latest statement of a location. Its entries and its carried amount become unbilled again. */
export async function discardStatement(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  const { locationId } = await getStatement(tx, id);
  await lockStatementsOf(tx, locationId);
  const locked = await lockStatement(tx, id);
  const { number, latest, wasPaid, total, status, transfer } = locked;
  if (transfer) throw problem('payouts.transfer-under-way');
  if (wasPaid) throw problem('statements.was-paid', { number });
  if (number !== latest) throw problem('statements.not-latest', { latest });
  await deleteStatement(tx, locked);
  await recordChange(tx, actor, {
    action: 'delete',
    resource: 'statements',
    recordId: id,
    locationId,
    before: { number, total },
    snapshot: { number, total, from: status, to: 'discarded' },
  });
  return { _id: id };
}
