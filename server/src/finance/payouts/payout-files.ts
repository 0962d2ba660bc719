import { formatDay } from '@aisle/contract/core/dates';
import { payoutMethodLabels } from '@aisle/contract/finance/statement-labels';
import type { Tx } from '../../core/db/db.ts';
import { idOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { decryptAccountNumbers } from '../../locations/locations/payout-accounts.service.ts';
import { type Column, money, text } from '../../system/exports/columns.ts';
import { insertExportFile } from '../../system/exports/exports.queries.ts';
import { writeFile } from '../../system/exports/write-file.ts';
import type { JobRun } from '../../system/jobs/job-run.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { type AchCredit, nachaFile, problemOfCredit } from './nacha.ts';
import {
  earlierRunsOf,
  type LockedRun,
  type PaidRow,
  paidInRun,
  type RunFile,
} from './payout-runs.queries.ts';

interface Written {
  files: RunFile[];
  /** The reason why there is no bank file; null if there is one. */
  noAchFile: string | null;
}

/** Writes the table of the run's payouts and, if possible, the bank's file. */
export async function writeRunFiles(run: JobRun, payoutRun: LockedRun): Promise<Written> {
  const rows = await run.inTransaction((tx) => paidInRun(tx, payoutRun.id));
  const ach = await run.inTransaction((tx) => achFile(tx, run, payoutRun, rows));
  const files = [
    await keep(run, { name: `Payouts ${payoutRun.paidOn}.csv`, mime: 'text/csv' }, (key) =>
      writeFile(run.services.storage, key, {
        format: 'csv',
        columns: columnsOf(payoutRun),
        pages: one(rows),
      }),
    ),
  ];
  if ('text' in ach) {
    const file = { name: `ACH credits ${payoutRun.paidOn}.ach`, mime: 'text/plain' };
    files.push(await keep(run, file, (key) => run.services.storage.put(key, ach.text)));
  }
  return { files, noAchFile: 'reason' in ach ? ach.reason : null };
}

async function* one<Row extends object>(rows: readonly Row[]) {
  yield rows;
}

/** Registered as an export, so that it is deleted after some days and account numbers don't stay on disk. */
async function keep(
  run: JobRun,
  { name, mime }: { name: string; mime: string },
  write: (key: string) => Promise<void>,
): Promise<RunFile> {
  const id = newId();
  const key = `exports/${id}${name.slice(name.lastIndexOf('.'))}`;
  await write(key);
  const file = { id, key, name, mime, createdBy: idOf(run.actor) };
  await run.services.storage.removeOnFailure(key, () =>
    run.inTransaction((tx) => insertExportFile(tx, file)),
  );
  return { id, key, name };
}

const columnsOf = ({ method }: LockedRun): Column<object>[] => {
  const columns: Column<PaidRow>[] = [
    text('Statement', (row) => row.statementNumber),
    text('Location', (row) => row.locationName),
    text('From', (row) => formatDay(row.from)),
    text('To', (row) => formatDay(row.to)),
    money('Amount', (row) => row.amount),
    text('Method', () => payoutMethodLabels[method]),
    text('Reference', (row) => row.reference),
    text('Paid on', (row) => formatDay(row.paidOn)),
    text('Bank', (row) => row.account?.bankName),
    text('Account holder', (row) => row.account?.accountHolder),
    text('Account', (row) => row.account && `••••${row.account.accountLast4}`),
  ];
  return columns;
};

async function achFile(
  tx: Tx,
  { services }: JobRun,
  payoutRun: LockedRun,
  rows: readonly PaidRow[],
): Promise<{ text: string } | { reason: string }> {
  if (payoutRun.method !== 'bankTransfer') return { reason: 'Only bank transfers have an ACH file.' };
  if (rows.length === 0) return { reason: 'No statement was paid.' };
  const { ach } = await getSettings(tx);
  if (!ach) {
    return {
      reason: 'Turn on ACH files in the settings under Payouts, then create the files again.',
    };
  }
  const credits: AchCredit[] = [];
  const problems: string[] = [];
  for (const row of rows) {
    const credit = creditOf(row, services.seals);
    const wrong = typeof credit === 'string' ? credit : problemOfCredit(credit);
    if (wrong !== null)
      problems.push(`${row.locationName}: ${wrong.charAt(0).toLowerCase()}${wrong.slice(1)}`);
    else if (typeof credit !== 'string') credits.push(credit);
  }
  if (problems.length > 0) return { reason: `${problems.join('. ')}.` };
  const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const modifier = modifiers[(await earlierRunsOf(tx, payoutRun)) % modifiers.length]!;
  const createdAt = new Date(payoutRun.createdAt);
  return { text: nachaFile({ originator: ach, effective: payoutRun.paidOn, createdAt, modifier, credits }) };
}

/** The credit of a payout, or the reason why it can't be made. */
function creditOf(row: PaidRow, seals: JobRun['services']['seals']): AchCredit | string {
  if (!row.account || !row.sealed) return 'There is no payout account';
  const { locationName, amount, reference } = row;
  try {
    const numbers = decryptAccountNumbers(seals, row.locationId, row.sealed);
    return { locationName, amount, reference, accountHolder: row.account.accountHolder, ...numbers };
  } catch {
    // Encrypted with another installation's key, as in a copied database. All other statements are still paid.
    return "The payout account can't be decrypted. Enter it again";
  }
}
