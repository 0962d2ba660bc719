import { setImmediate } from 'node:timers/promises';
import { type DocumentsInput, mostPrinted, printedAtOnce } from '@aisle/contract/documents';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { openPdf, type Pdf, papers } from '../core/pdf.ts';
import { problem } from '../core/problem.ts';
import type { Services } from '../core/services.ts';
import type { Storage } from '../core/storage.ts';
import type { JobWork } from '../jobs/job-run.ts';
import { startJob } from '../jobs/jobs.service.ts';
import { getSettings } from '../settings/settings.service.ts';
import { insertPrintedFile, ordersToPrint, printedOrders } from './documents.queries.ts';
import { titleOf, writeOrder } from './order-papers.ts';

interface Printing extends Omit<DocumentsInput, 'target'> {
  /** Named when it was asked for: what comes in meanwhile is not among them. */
  ids: string[];
}
const names = { packingSlip: 'Packing slips', invoice: 'Invoices' } as const;

/** Prints the orders that fit: a few at once, many as a job. */
export async function printOrders(
  tx: Tx,
  actor: Actor,
  { storage }: Services,
  { target, kind, paper }: DocumentsInput,
): Promise<{ url: string | null; orders: number; jobId: string | null }> {
  const ids = await ordersToPrint(tx, actor, target, mostPrinted + 1);
  if (ids.length === 0) throw problem('bulk.nothing');
  if (ids.length > mostPrinted) {
    throw problem('orders.too-many', { most: mostPrinted.toLocaleString('en-US') });
  }
  const printing: Printing = { kind, paper, ids };
  if (ids.length > printedAtOnce) {
    const title = `${names[kind]}: ${ids.length.toLocaleString('en-US')} orders`;
    const input = printing;
    const jobId = await startJob(tx, actor, {
      kind: 'orderDocuments',
      title,
      permission: 'order_view',
      input,
    });
    return { url: null, orders: ids.length, jobId };
  }
  const pdf = await openPdf(names[kind]);
  await writeSome(tx, pdf, printing, ids);
  const file = await keep(tx, storage, actor, kind, await pdf.end());
  return { url: urlOf(storage, file), orders: ids.length, jobId: null };
}

/** The job of many. Begun again it writes them anew. */
export const documentsWork: JobWork = async (run) => {
  const printing = run.input as Printing;
  const { ids, kind } = printing;
  const pdf = await openPdf(names[kind]);
  for (let done = 0; done < ids.length; done += printedAtOnce) {
    await run.progress(done, ids.length);
    await run.inTransaction((tx) => writeSome(tx, pdf, printing, ids.slice(done, done + printedAtOnce)));
  }
  const bytes = await pdf.end();
  const file = await run.inTransaction((tx) => keep(tx, run.services.storage, run.actor, kind, bytes));
  await run.progress(ids.length, ids.length);
  return { data: { orders: ids.length }, files: [file] };
};

async function writeSome(tx: Tx, pdf: Pdf, { kind, paper }: Printing, ids: readonly string[]): Promise<void> {
  const { brandName } = await getSettings(tx);
  for (const order of await printedOrders(tx, ids)) {
    pdf.paper(papers[paper], { footer: `${brandName} · ${titleOf(kind, order)}` }, (sheet) =>
      writeOrder(sheet, kind, brandName, order),
    );
    // Writing takes the processor for itself: others get their turn between two papers.
    await setImmediate();
  }
}

async function keep(
  tx: Tx,
  storage: Storage,
  actor: Actor,
  kind: Printing['kind'],
  bytes: Buffer,
): Promise<{ key: string; name: string }> {
  const id = newId();
  const key = `prints/${id}.pdf`;
  const name = `${names[kind]} ${new Date().toISOString().slice(0, 10)}.pdf`;
  await storage.put(key, bytes);
  await insertPrintedFile(tx, { id, key, name, bytes: bytes.length, createdBy: actor.userId });
  return { key, name };
}

const urlOf = (storage: Storage, { key, name }: { key: string; name: string }): string =>
  `${storage.url(key)}&name=${encodeURIComponent(name)}`;
