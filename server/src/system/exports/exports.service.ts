import type { ExportName } from '@aisle/contract/api';
import { fieldErrors } from '@aisle/contract/core/envelope';
import { type AnyPage, type PageRequest, totalOf } from '@aisle/contract/core/page';
import { type Route, rowIdOf } from '@aisle/contract/core/route';
import type { Permission } from '@aisle/contract/permissions';
import { exportedAtOnce, type ListExportFormat, maxWorkbookRows } from '@aisle/contract/system/exports';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, idOf } from '../../core/http/actor.ts';
import { callList } from '../../core/http/call-list.ts';
import { type Handler, readList } from '../../core/http/serve.ts';
import { newId } from '../../core/ids.ts';
import { notFound, Problem, problem, wrongField } from '../../core/problem.ts';
import { copyCustomers } from '../erasure/copying.ts';
import { holdOffErasures } from '../erasure/erasures.queries.ts';
import type { JobRun, JobWork } from '../jobs/job-run.ts';
import type { JobFile } from '../jobs/jobs.queries.ts';
import { startJob } from '../jobs/jobs.service.ts';
import { getSettings } from '../settings/settings.service.ts';
import { columnsOf, type Exportable, type LineWithPictures } from './exportable.ts';
import { findTimeZone, insertExportFile } from './exports.queries.ts';
import { writeArchive } from './write-archive.ts';
import { writeFile } from './write-file.ts';

/** Passed in by the app, because exports know no resources. */
export interface ExportSources {
  /** Finds the handler of a list's route, which reads the rows of its export. */
  findHandler(route: Route): Handler<Route>;
  lists: Record<ExportName, Exportable>;
}

/** Rows read at once. */
const pageSize = 1000;

interface ExportRequest {
  name: ExportName;
  format: ListExportFormat;
  body: PageRequest;
}
interface ListPage {
  records: object[];
  total: number;
  nextCursor: string | null;
}
/** Dependencies for reading and writing an export, in a request or a job. */
interface ExportContext extends Omit<Context, 'tx'> {
  sources: ExportSources;
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

/** Exports a list: a short one at once, a long one or a ZIP in a job. */
export async function exportList(
  { tx, actor, services }: Context,
  sources: ExportSources,
  input: Asked,
): Promise<{ url: string | null; rows: number; jobId: string | null }> {
  const request = check(actor, sources, input);
  const context: ExportContext = { actor, services, sources, inTransaction: (work) => work(tx) };
  await holdOffErasures(tx);
  const pages = await firstPages(context, request);
  const { total, nextCursor } = pages.at(-1)!;
  if (request.format === 'xlsx' && total > maxWorkbookRows && nextCursor !== null) {
    throw problem('exports.too-many', { most: maxWorkbookRows });
  }
  if (nextCursor !== null || request.format === 'zip') {
    const { title, route } = sources.lists[request.name];
    const jobId = await startJob(tx, actor, {
      kind: 'export',
      title: `Exporting ${title.toLowerCase()}`,
      permission: route.permission as Permission,
      input: request,
    });
    return { url: null, rows: total, jobId };
  }
  let rows = 0;
  const file = await write(context, request, {
    first: pages,
    onProgress: async (written) => {
      rows = written;
    },
  });
  const url = `${services.storage.url(file.key)}&name=${encodeURIComponent(file.name)}`;
  return { url, rows, jobId: null };
}

/** Reads the pages that a request may write; the cursor of the last one tells whether more exist. */
async function firstPages(context: ExportContext, request: ExportRequest): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for (let cursor: string | undefined; pages.length * pageSize < exportedAtOnce; ) {
    const page = await readPage(context, request, cursor);
    pages.push(page);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return pages;
}

/** The job of a long export. After a restart it writes the file from the beginning. */
export const exportWork =
  (sources: ExportSources): JobWork =>
  async (run: JobRun) => {
    const request = run.input as ExportRequest;
    const { actor, services, inTransaction } = run;
    const context: ExportContext = { actor, services, sources, inTransaction };
    let rows = 0;
    const file = await write(context, request, {
      onProgress: async (written, total) => {
        rows = written;
        await run.progress(written, Math.max(total, written));
      },
    });
    await run.progress(rows, rows);
    return { data: { rows }, files: [file] };
  };

interface Asked {
  name: string;
  format: ListExportFormat;
  body: { ids?: string[] | undefined };
}
/** An export requires the permission of its list, and a request that is valid for the list. */
function check(actor: Actor, { lists }: ExportSources, { name, format, body }: Asked): ExportRequest {
  if (!Object.hasOwn(lists, name)) throw notFound('This list');
  const { route, linesWithPictures } = lists[name as ExportName];
  const permission = route.permission as Permission;
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  if (format === 'zip' && !linesWithPictures) {
    throw wrongField('format', 'This list has no pictures. Choose CSV or XLSX');
  }
  const { ids, ...request } = body;
  const parsed = z.safeParse(route.body!, request);
  if (!parsed.success) throw problem('validation-failed', {}, { fields: fieldErrors(parsed.error) });
  mustHaveRows(route, ids);
  return { name: name as ExportName, format, body: { ...(parsed.data as PageRequest), ids } };
}

/** Throws unless these can be IDs of a list's rows. */
function mustHaveRows(route: Route, ids: readonly string[] | undefined): void {
  const rowId = rowIdOf(route);
  if (ids && !rowId) throw wrongField('ids', 'Rows of this list have no ID. Use a filter');
  const index = ids?.findIndex((id) => !rowId?.safeParse(id).success) ?? -1;
  if (index >= 0) throw wrongField(`ids.${index}`, 'Not a valid id');
}

interface Reading {
  /** Pages read already. */
  first?: readonly ListPage[];
  onProgress: (written: number, total: number) => Promise<void>;
}
/** Writes the file, and stores it for some days. */
async function write(context: ExportContext, request: ExportRequest, reading: Reading): Promise<JobFile> {
  const { actor, services, inTransaction } = context;
  const { format, name } = request;
  const fileName = `${context.sources.lists[name].title} ${new Date().toISOString().slice(0, 10)}.${format}`;
  return copyCustomers(inTransaction, {
    make: async () => {
      const id = newId();
      const key = `exports/${id}.${format}`;
      await writeRows(context, request, { ...reading, key });
      return { id, key };
    },
    keep: async (tx, { id, key }) => {
      const file = { id, key, name: fileName, mime: exportMimes[format] };
      await insertExportFile(tx, { ...file, createdBy: idOf(actor) });
      return { key, name: fileName };
    },
    drop: ({ key }) => services.storage.remove(key),
  });
}

async function writeRows(
  context: ExportContext,
  request: ExportRequest,
  { first = [], onProgress, key }: Reading & { key: string },
): Promise<void> {
  const { name, format, body } = request;
  const list = context.sources.lists[name];
  async function* pages() {
    let written = 0;
    let cursor: string | undefined;
    for (let index = 0; ; index += 1) {
      const { records, total, nextCursor } = first[index] ?? (await readPage(context, request, cursor));
      yield records;
      written += records.length;
      await onProgress(written, total);
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }
  const { actor, services, inTransaction } = context;
  const { storage } = services;
  const { title } = list;
  const columns = columnsOf(list, body);
  const timeZone = await inTransaction((tx) => timeZoneOf(tx, actor, body));
  if (format === 'zip') {
    const target = { storage, key, inTransaction: actor.locations === null ? inTransaction : null };
    // For a ZIP, `readPage` returns rows of this type.
    await writeArchive(target, {
      title,
      columns,
      timeZone,
      pages: pages() as AsyncIterable<LineWithPictures[]>,
    });
  } else await writeFile(storage, key, { format, title, columns, timeZone, pages: pages() });
}

/** Times of one location are in its time zone, others in the marketplace's. */
async function timeZoneOf(tx: Tx, { locations }: Actor, body: object): Promise<string> {
  const { filters } = body as { filters?: { locationId?: string | string[] } };
  const wanted = [filters?.locationId ?? locations ?? []].flat();
  const [only] = wanted.length === 1 ? wanted : [];
  const ofLocation = only === undefined ? undefined : await findTimeZone(tx, only);
  return ofLocation ?? (await getSettings(tx)).timeZone;
}

export const exportMimes: Record<ListExportFormat, string> = {
  csv: 'text/csv',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

async function readPage(
  { actor, services, sources, inTransaction }: ExportContext,
  { name, format, body }: ExportRequest,
  cursor: string | undefined,
): Promise<ListPage> {
  const { route, lines, linesWithPictures } = sources.lists[name];
  const makeLines = format === 'zip' ? linesWithPictures : lines;
  return inTransaction(async (tx) => {
    const request = { ...body, limit: pageSize, cursor };
    const answer = await readList(callList(sources.findHandler(route), { tx, actor, services }, request));
    if (answer instanceof Problem) throw answer;
    const page = answer as AnyPage<object>;
    return {
      records: makeLines ? await makeLines(tx, actor, page.records, services) : page.records,
      total: totalOf(page),
      nextCursor: page.nextCursor ?? null,
    };
  });
}
