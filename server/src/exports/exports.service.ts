import { fieldErrors } from '@aisle/contract/core/envelope';
import type { PageRequest } from '@aisle/contract/core/page';
import type { Route } from '@aisle/contract/core/route';
import {
  type ExportFormat,
  type ExportName,
  exportedAtOnce,
  exportNames,
  mostInWorkbook,
} from '@aisle/contract/exports';
import type { Permission } from '@aisle/contract/permissions';
import { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { notFound, Problem, problem } from '../core/problem.ts';
import type { Handler } from '../core/serve.ts';
import type { Services } from '../core/services.ts';
import type { JobRun, JobWork } from '../jobs/job-run.ts';
import type { JobFile } from '../jobs/jobs.queries.ts';
import { startJob } from '../jobs/jobs.service.ts';
import { exportable } from './exportable.ts';
import { insertExportFile } from './exports.queries.ts';
import { writeFile } from './write-file.ts';

/** Finds who answers a route: an export is written by the list's own handler. */
export type FindHandler = (route: Route) => Handler<Route>;

/** The list's own pages are smaller; nothing ever reads more than this at once. */
const pageSize = 1000;

interface Wanted {
  name: ExportName;
  format: ExportFormat;
  body: PageRequest;
}
interface ListPage {
  records: object[];
  total: number;
  nextCursor: string | null;
}
interface Asking {
  actor: Actor;
  services: Services;
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

/** Writes a list into a file: a small one at once, a long one as a job. */
export async function exportList(
  tx: Tx,
  actor: Actor,
  services: Services,
  findHandler: FindHandler,
  asked: { name: string; format: ExportFormat; body: unknown },
): Promise<{ url: string | null; rows: number; jobId: string | null }> {
  const wanted = check(actor, asked);
  const asking: Asking = { actor, services, inTransaction: (work) => work(tx) };
  const begun = await begin(asking, findHandler, wanted);
  const { total, nextCursor } = begun.at(-1)!;
  if (wanted.format === 'xlsx' && total > mostInWorkbook && nextCursor !== null) {
    throw problem('exports.too-many', { most: mostInWorkbook });
  }
  if (nextCursor !== null) {
    const { title, route } = exportable[wanted.name];
    const jobId = await startJob(tx, actor, {
      kind: 'export',
      title: `Exporting ${title.toLowerCase()}`,
      permission: route.permission as Permission,
      input: wanted,
    });
    return { url: null, rows: total, jobId };
  }
  let rows = 0;
  const file = await write(asking, findHandler, wanted, begun, async (written) => {
    rows = written;
  });
  const url = `${services.storage.url(file.key)}&name=${encodeURIComponent(file.name)}`;
  return { url, rows, jobId: null };
}

/** The first pages, as many as an answer may take: whether that is all, only the last of them can tell. */
async function begin(asking: Asking, findHandler: FindHandler, wanted: Wanted): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for (let cursor: string | undefined; pages.length * pageSize < exportedAtOnce; ) {
    const page = await readPage(asking, findHandler, wanted, cursor);
    pages.push(page);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return pages;
}

/** The job of a long export. Begun again it writes the file anew. */
export const exportWork =
  (findHandler: FindHandler): JobWork =>
  async (run: JobRun) => {
    const wanted = run.input as Wanted;
    const first = await readPage(run, findHandler, wanted, undefined);
    let rows = 0;
    const file = await write(run, findHandler, wanted, [first], async (written) => {
      rows = written;
      await run.progress(written, Math.max(first.total, written));
    });
    await run.progress(rows, rows);
    return { data: { rows }, files: [file] };
  };

/** The list's own rules hold: its permission, and what may be asked of it. */
function check(
  actor: Actor,
  { name, format, body }: { name: string; format: ExportFormat; body: unknown },
): Wanted {
  if (!exportNames.includes(name as ExportName)) throw notFound('This list');
  const { route } = exportable[name as ExportName];
  const permission = route.permission as Permission;
  if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  const parsed = z.safeParse(route.body!, body);
  if (!parsed.success) throw problem('validation-failed', {}, { fields: fieldErrors(parsed.error) });
  return { name: name as ExportName, format, body: parsed.data as PageRequest };
}

async function write(
  asking: Asking,
  findHandler: FindHandler,
  wanted: Wanted,
  begun: readonly ListPage[],
  told: (written: number) => Promise<void>,
): Promise<JobFile> {
  const { title, columns } = exportable[wanted.name];
  const id = newId();
  const key = `exports/${id}.${wanted.format}`;
  const name = `${title} ${new Date().toISOString().slice(0, 10)}.${wanted.format}`;
  async function* pages() {
    let written = 0;
    for (let index = 0, page = begun[0]!; ; index += 1) {
      yield page.records;
      written += page.records.length;
      await told(written);
      if (page.nextCursor === null) return;
      page = begun[index + 1] ?? (await readPage(asking, findHandler, wanted, page.nextCursor));
    }
  }
  await writeFile(asking.services.storage, key, wanted.format, columns, pages());
  await asking.inTransaction((tx) =>
    insertExportFile(tx, { id, key, name, mime: mimes[wanted.format], createdBy: asking.actor.userId }),
  );
  return { key, name };
}
const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

async function readPage(
  { actor, services, inTransaction }: Asking,
  findHandler: FindHandler,
  { name, body }: Wanted,
  cursor: string | undefined,
): Promise<ListPage> {
  const { route, linesOf } = exportable[name];
  const handler = findHandler(route);
  return inTransaction(async (tx) => {
    const answer = await handler({
      tx,
      actor,
      services,
      params: {},
      query: undefined,
      body: { ...body, page: 1, limit: pageSize, cursor },
      uploads: {},
      address: '',
      userAgent: null,
    } as unknown as Parameters<typeof handler>[0]);
    if (answer instanceof Problem) throw answer;
    const page = answer as {
      records: object[];
      totalRecords?: number;
      totalDocs?: number;
      nextCursor?: string | null;
    };
    return {
      records: linesOf ? await linesOf(tx, actor, page.records) : page.records,
      total: page.totalRecords ?? page.totalDocs ?? page.records.length,
      nextCursor: page.nextCursor ?? null,
    };
  });
}
