import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { latestDueEnd } from '@aisle/contract/finance/statement-periods';
import { systemActor } from '../../core/audit.ts';
import { attempt } from '../../core/db/attempt.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';
import { Problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import { queueMails } from '../../system/mails/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { makeStatement } from '../statements/create-statement.ts';
import {
  claimPeriod,
  claimScheduledMails,
  dayEverywhere,
  financeEmails,
  insertStatementsNotice,
  locationsNotScheduled,
  recordScheduled,
  type ScheduledMail,
} from './statement-schedule.queries.ts';

/**
 * Creates the statements of the latest due period, for every location that the schedule hasn't processed yet. After a missed
 * night, the next call catches up. By default, `today` is the latest day that has begun everywhere.
 */
export async function makeDueStatements(
  db: Database,
  { settings }: Pick<Services, 'settings'>,
  today?: string,
): Promise<void> {
  const due = await transaction(db, system, (tx) => dueStatements(tx, today));
  const failures: unknown[] = [];
  for (const locationId of due.locations) {
    // A failed statement doesn't stop the others, and is retried at the next call.
    await transaction(db, system, (tx) => createScheduledStatement(tx, locationId, due.periodEnd)).catch(
      (error) => failures.push(error),
    );
  }
  await transaction(db, system, (tx) => notifyFinance(tx, settings.publicUrl));
  if (failures.length > 0) throw new AggregateError(failures, 'Statements could not be made');
}

async function dueStatements(tx: Tx, today: string | undefined) {
  const { statements: rules } = await getSettings(tx);
  const day = today ?? (await dayEverywhere(tx));
  const periodEnd = day && latestDueEnd(rules, day);
  if (!periodEnd) return { periodEnd: '', locations: [] };
  return { periodEnd, locations: await locationsNotScheduled(tx, periodEnd) };
}

async function createScheduledStatement(tx: Tx, locationId: string, periodEnd: string): Promise<void> {
  if (!(await claimPeriod(tx, locationId, periodEnd))) return;
  const made = await attempt(tx, () => makeStatement(tx, systemActor, { locationId, to: periodEnd }));
  if (!(made instanceof Problem)) return recordScheduled(tx, locationId, periodEnd, made._id);
  if (made.code !== 'statements.nothing-to-state') throw made;
}

/** Sends one notice and one email for all new statements, including those created by a server that was killed. */
async function notifyFinance(tx: Tx, publicUrl: string): Promise<void> {
  const news = await claimScheduledMails(tx);
  if (news.length === 0) return;
  const texts = news.map(textOf);
  for (const text of texts) await insertStatementsNotice(tx, text);
  await announce(tx, { topic: 'notifications', action: 'statements', permission: 'statement_generate' });
  const { brandName } = await getSettings(tx);
  const mail = {
    subject: `${brandName}: ${texts.join('; ')}`,
    text: `${texts.map((text) => `${text}.`).join('\n')}\n\nReview and pay them: ${publicUrl}/statements\n`,
  };
  await queueMails(
    tx,
    (await financeEmails(tx)).map((to) => ({ to, ...mail })),
  );
}

function textOf({ periodEnd, open, carried, toPay }: ScheduledMail): string {
  const parts = [
    open > 0 && `${formatMoney(toPay)} to pay`,
    carried > 0 && `${pluralize(carried, 'statement')} carried`,
  ].filter(Boolean);
  return `${pluralize(open + carried, 'statement')} created through ${formatDay(periodEnd)}: ${parts.join(', ')}`;
}
