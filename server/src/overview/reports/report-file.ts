import { fieldErrors } from '@aisle/contract/core/envelope';
import type { ReportName } from '@aisle/contract/overview/report-schedules';
import { ProductReportInput, StoreReportInput } from '@aisle/contract/overview/reports';
import { maxWorkbookRows } from '@aisle/contract/system/exports';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { problem } from '../../core/problem.ts';
import { columnsOf } from '../../system/exports/exportable.ts';
import { workbook } from '../../system/exports/write-file.ts';
import { reportExports } from './reports.exports.ts';
import { getProductReport, getStoreReport } from './reports.service.ts';

export interface ReportFile {
  name: string;
  mime: string;
  bytes: Buffer;
  rows: number;
}

/** The number of rows read at once. */
const pageSize = 1000;
type Page = Awaited<ReturnType<typeof readPage>>;

/** Writes all rows of a report to a workbook, followed by their totals. */
export async function writeReport(
  context: Context,
  { report, body }: { report: ReportName; body: object },
): Promise<ReportFile> {
  let rows = 0;
  let days = '';
  async function* pages() {
    let page: Page;
    let cursor: string | undefined;
    do {
      page = await readPage(context, report, { ...body, cursor });
      if (page.totalRecords > maxWorkbookRows) throw problem('exports.too-many', { most: maxWorkbookRows });
      yield page.records;
      rows += page.records.length;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    days = page.from === page.to ? page.from : `${page.from} to ${page.to}`;
    yield [totalsOf(page)];
  }
  const list = reportExports[report === 'store' ? 'storeReport' : 'productReport'];
  const bytes = await workbook(list.title, columnsOf(list, body), pages());
  return {
    name: `${list.title} ${days}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes,
    rows,
  };
}

function readPage(context: Context, report: ReportName, body: object) {
  return report === 'store'
    ? getStoreReport(context.tx, { ...checked(StoreReportInput, body), limit: pageSize })
    : getProductReport(context.tx, context.actor, { ...checked(ProductReportInput, body), limit: pageSize });
}

/** Validates a request stored in a schedule, because reports may have changed since. */
function checked<Input>(schema: z.ZodType<Input>, body: object): Input {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw problem('validation-failed', {}, { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

/** The totals as a row, named in whichever name column comes first. */
const totalsOf = ({ from, to, totals }: Page) => ({
  ...totals,
  from,
  to,
  locationName: 'Total',
  name: 'Total',
  path: [],
});
