import { formatDay } from '@aisle/contract/core/dates';
import type {
  Statement,
  StatementInput,
  StatementPreview,
  StatementsPreview,
  StatementsPreviewInput,
} from '@aisle/contract/finance/statements';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, type Problem, problem, wrongField } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  insertStatement,
  latestDayAnywhere,
  lockStatementsOf,
  type PeriodFacts,
  previewRows,
  previewSums,
  readPeriodFacts,
  type StatementDraft,
} from './create-statement.queries.ts';
import { getStatement } from './statements.queries.ts';

type Who = Pick<Actor, 'userId' | 'name'> & { apiKeyId?: string | null };

/** Creates the statement of a location from all entries posted before its cutoff, for the schedule and for users. */
export async function makeStatement(tx: Tx, who: Who, input: StatementInput): Promise<Statement> {
  await lockStatementsOf(tx, input.locationId);
  const { facts, stating } = await planStatement(tx, input);
  const id = newId();
  const userId = who.userId ?? who.apiKeyId ?? null;
  const made = await insertStatement(tx, { id, userId, name: userId === null ? null : who.name }, stating);
  if (!made) throw nothingUnbilledProblem(facts, input.to);
  const statement = await getStatement(tx, id);
  await recordChange(tx, who, {
    action: 'create',
    resource: 'statements',
    recordId: id,
    locationId: statement.locationId,
    after: {
      number: statement.number,
      from: statement.from,
      to: statement.to,
      total: statement.total,
      status: statement.status,
    },
    snapshot: { number: statement.number, total: statement.total, from: null, to: statement.status },
  });
  return statement;
}

/** Previews the statement that would be created now. */
export async function previewStatement(tx: Tx, input: StatementInput): Promise<StatementPreview> {
  const { facts, stating } = await planStatement(tx, input);
  const { locationId, locationName, timeZone, latest } = facts;
  const { from, to, cut, carriedIn, carriedFrom } = stating;
  const sums = await previewSums(tx, stating);
  return {
    locationId,
    locationName,
    timeZone,
    from,
    to,
    cut,
    carriedIn,
    carriedFrom: latest && carriedFrom ? { _id: latest._id, number: latest.number } : null,
    ...sums,
  };
}

/** Previews the statements of many locations. */
export async function previewStatements(tx: Tx, input: StatementsPreviewInput): Promise<StatementsPreview> {
  await mustHaveBegun(tx, input.to);
  const { minimumPayout } = (await getSettings(tx)).statements;
  const records = await previewRows(tx, input, minimumPayout);
  const open = records.filter(({ status }) => status === 'open');
  return { records, total: open.reduce((sum, { total }) => sum + total, 0), open: open.length };
}

/** Statements of many locations end on a day that has begun at one of them. */
export async function mustHaveBegun(tx: Tx, day: string): Promise<void> {
  const latest = await latestDayAnywhere(tx);
  if (latest !== null && day > latest)
    throw wrongField('to', `Must not be after today, ${formatDay(latest)}`);
}

/** The period and contents of a new statement, or the reason why it can't be created. */
async function planStatement(
  tx: Tx,
  { locationId, from, to }: StatementInput,
): Promise<{ facts: PeriodFacts; stating: StatementDraft }> {
  const facts = await readPeriodFacts(tx, locationId, to);
  if (!facts) throw missingAt('locationId', 'Location');
  const { firstDay, nextDay, latest } = facts;
  if (to > facts.today) throw wrongField('to', `Must not be after today, ${formatDay(facts.today)}`);
  if (firstDay === null) throw nothingUnbilledProblem(facts, to);
  if (from !== undefined && from > firstDay) {
    throw wrongField('from', `Must not skip ${formatDay(firstDay)}, which is on no statement yet`);
  }
  const carried = latest?.status === 'carried' ? latest : null;
  const { minimumPayout } = (await getSettings(tx)).statements;
  const stating = {
    locationId,
    from: from ?? (nextDay !== null && nextDay < firstDay ? nextDay : firstDay),
    to,
    cut: facts.cut,
    carriedFrom: carried?._id ?? null,
    carriedIn: carried?.total ?? 0,
    minimumPayout,
  };
  return { facts, stating };
}

function nothingUnbilledProblem({ covering, latest, locationName }: PeriodFacts, to: string): Problem {
  const holder = covering ?? (latest && latest.to >= to ? latest : null);
  const until = formatDay(to);
  if (!holder) {
    return problem('statements.nothing-to-state', {
      reason: `${locationName} has nothing to state through ${until}`,
    });
  }
  return problem('statements.nothing-to-state', {
    reason: `${locationName} has nothing new to state through ${until}: it's on statement ${holder.number}`,
    statementId: holder._id,
    number: holder.number,
  });
}
