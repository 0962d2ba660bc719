import { bankingDayFrom } from '@aisle/contract/core/banking-days';
import { addDays } from '@aisle/contract/core/dates';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { storePrintFile } from '../../core/files/prints.ts';
import type { Storage } from '../../core/files/storage.ts';
import { idOf } from '../../core/http/actor.ts';
import { mustFind } from '../../core/problem.ts';
import { openWork } from '../../core/work/threads.ts';
import type { JobWork } from '../../system/jobs/job-run.ts';
import { startJob } from '../../system/jobs/jobs.service.ts';
import { readBrand } from '../../system/settings/document-brand.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { adjustmentsOf, correctionsOf } from '../statements/statement-view.queries.ts';
import { getStatement } from '../statements/statements.queries.ts';
import { viewStatement } from '../statements/statements.service.ts';
import { addressOf, paymentsOf } from './payouts.queries.ts';
import { commissionRatesOf, ordersOnStatement } from './statement-pdf.queries.ts';
import type { Printing, StatementCalls } from './statement-work.ts';

/** A job prints statements with more orders than this. */
export const printedAtOnce = 2000;

/** Prints a statement: a small one within the request, a large one as a job. */
export async function printStatement(
  context: Context,
  id: string,
): Promise<{ url: string | null; jobId: string | null }> {
  const { tx, actor, services } = context;
  const { number, orders } = await getStatement(tx, id);
  if (orders > printedAtOnce) {
    const title = `PDF of statement ${number}`;
    const permission = 'location_report';
    const jobId = await startJob(tx, actor, { kind: 'statementPdf', title, permission, input: { id } });
    return { url: null, jobId };
  }
  const { name, bytes } = await writePdf(await readPrinted(tx, services.storage, id), context.signal);
  const { key } = await storePrintFile(tx, services.storage, { name, bytes, createdBy: idOf(actor) });
  return { url: `${services.storage.url(key)}&name=${encodeURIComponent(name)}`, jobId: null };
}

/** Prints a large statement as a job. A restarted job starts over. */
export const statementPdfWork: JobWork = async (run) => {
  const { id } = run.input as { id: string };
  const { actor, services } = run;
  await run.progress(0, 2);
  const printed = await run.inTransaction((tx) => readPrinted(tx, services.storage, id));
  await run.progress(1, 2);
  const { name, bytes } = await writePdf(printed);
  const file = await run.inTransaction((tx) =>
    storePrintFile(tx, services.storage, { name, bytes, createdBy: idOf(actor) }),
  );
  await run.progress(2, 2);
  return { data: { statementId: id, number: printed.statement.number }, files: [file] };
};

async function readPrinted(tx: Tx, storage: Storage, id: string): Promise<Printing> {
  const { marketplaceAddress, statementPaper, statements: rules } = await getSettings(tx);
  const statement = await viewStatement(tx, id);
  const { locationId, timeZone, to } = statement;
  const key = { id, locationId, timeZone };
  const all = Number.MAX_SAFE_INTEGER;
  return {
    brand: await readBrand(tx, storage),
    brandAddress: marketplaceAddress || null,
    locationAddress: await addressOf(tx, locationId),
    statement,
    dueOn: rules.every === 'never' ? null : bankingDayFrom(addDays(to, rules.holdDays + 1)),
    commissionRates: await commissionRatesOf(tx, key),
    orders: await ordersOnStatement(tx, key),
    corrections: statement.corrections === 0 ? [] : await correctionsOf(tx, key, all),
    adjustments: await adjustmentsOf(tx, key, all),
    payments: mustFind(await paymentsOf(tx, id), 'Statement'),
    paper: statementPaper,
  };
}

async function writePdf(
  printing: Printing,
  signal?: AbortSignal,
): Promise<{ name: string; bytes: Uint8Array }> {
  const work = openWork<StatementCalls>(new URL('./statement-work.ts', import.meta.url), {
    seconds: 120,
    signal,
  });
  try {
    const bytes = await work.call('print', printing);
    return { name: `Statement ${printing.statement.number}.pdf`, bytes };
  } finally {
    work.close();
  }
}
