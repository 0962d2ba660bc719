import { formatCount } from '@aisle/contract/core/pluralize';
import { type DocumentsInput, maxPrinted, printedAtOnce } from '@aisle/contract/sales/documents';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { storePrintFile } from '../../core/files/prints.ts';
import type { Storage } from '../../core/files/storage.ts';
import { idOf } from '../../core/http/actor.ts';
import type { Brand } from '../../core/paper/pdf.ts';
import { problem } from '../../core/problem.ts';
import { openWork, type Work } from '../../core/work/threads.ts';
import { copyCustomers } from '../../system/erasure/copying.ts';
import { holdOffErasures } from '../../system/erasure/erasures.queries.ts';
import type { JobWork } from '../../system/jobs/job-run.ts';
import { startJob } from '../../system/jobs/jobs.service.ts';
import { readBrand } from '../../system/settings/document-brand.ts';
import { issueInvoices, ordersToPrint, printedOrders } from './documents.queries.ts';
import type { PapersCalls } from './papers-work.ts';

interface Printing extends Omit<DocumentsInput, 'target' | 'explain'> {
  /** Undefined in jobs that started before it existed. */
  explain?: boolean;
  /** The orders are fixed when the print is requested; later ones are not included. */
  ids: string[];
}
const names = { packingSlip: 'Packing slips', invoice: 'Invoices' } as const;

/** Prints the matching orders: a few within the request, more as a job. */
export async function printOrders(
  context: Context,
  { target, ...wanted }: DocumentsInput,
): Promise<{ url: string | null; orders: number; jobId: string | null }> {
  const { tx, actor, services } = context;
  const { kind } = wanted;
  const ids = await ordersToPrint(tx, actor, target, maxPrinted + 1);
  if (ids.length === 0) throw problem('bulk.nothing');
  if (ids.length > maxPrinted) {
    throw problem('orders.too-many', { most: formatCount(maxPrinted) });
  }
  const printing: Printing = { ...wanted, ids };
  if (ids.length > printedAtOnce) {
    const title = `${names[kind]}: ${formatCount(ids.length)} orders`;
    const input = printing;
    const jobId = await startJob(tx, actor, {
      kind: 'orderDocuments',
      title,
      permission: 'order_view',
      input,
    });
    return { url: null, orders: ids.length, jobId };
  }
  await holdOffErasures(tx);
  const brand = await readBrand(tx, services.storage);
  const bytes = await withPapers(context.signal, async (work) => {
    await writeSome(tx, work, { ...printing, brand }, ids);
    return work.call('end', { title: names[kind], brand });
  });
  const file = await storePrint(context, kind, bytes);
  return { url: urlOf(services.storage, file), orders: ids.length, jobId: null };
}

/** The job that prints many orders; a restarted job starts over. */
export const documentsWork: JobWork = async (run) => {
  const printing = run.input as Printing;
  const { ids, kind } = printing;
  const { actor, services } = run;
  const print = () =>
    withPapers(undefined, async (work) => {
      const brand = await run.inTransaction((tx) => readBrand(tx, services.storage));
      for (let done = 0; done < ids.length; done += printedAtOnce) {
        await run.progress(done, ids.length);
        const some = ids.slice(done, done + printedAtOnce);
        await run.inTransaction((tx) => writeSome(tx, work, { ...printing, brand }, some));
      }
      return work.call('end', { title: names[kind], brand });
    });
  const file = await copyCustomers(run.inTransaction, {
    make: print,
    keep: (tx, bytes) => storePrint({ tx, actor, services }, kind, bytes),
  });
  await run.progress(ids.length, ids.length);
  return { data: { orders: ids.length }, files: [file] };
};

async function writeSome(
  tx: Tx,
  work: Work<PapersCalls>,
  { kind, paper, explain = false, brand }: Printing & { brand: Brand },
  ids: readonly string[],
): Promise<void> {
  if (kind === 'invoice') await issueInvoices(tx, ids);
  const orders = await printedOrders(tx, ids, kind);
  await work.call('write', { title: names[kind], kind, paper, explain, brand, orders });
}

async function withPapers<Result>(
  signal: AbortSignal | undefined,
  write: (work: Work<PapersCalls>) => Promise<Result>,
): Promise<Result> {
  const work = openWork<PapersCalls>(new URL('./papers-work.ts', import.meta.url), { seconds: 60, signal });
  try {
    return await write(work);
  } finally {
    work.close();
  }
}

const storePrint = (
  { tx, actor, services }: Context,
  kind: Printing['kind'],
  bytes: Uint8Array,
): Promise<{ key: string; name: string }> =>
  storePrintFile(tx, services.storage, {
    name: `${names[kind]} ${new Date().toISOString().slice(0, 10)}.pdf`,
    bytes,
    createdBy: idOf(actor),
  });

const urlOf = (storage: Storage, { key, name }: { key: string; name: string }): string =>
  `${storage.url(key)}&name=${encodeURIComponent(name)}`;
