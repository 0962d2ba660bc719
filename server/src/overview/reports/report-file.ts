import { ProductReportInput, StoreReportInput } from '@aisle/contract/overview/reports';
import { maxWorkbookRows } from '@aisle/contract/system/exports';
import type { Context } from '../../core/context.ts';
import { problem } from '../../core/problem.ts';
import { exportable } from '../../system/exports/exportable.ts';
import { workbook } from '../../system/exports/write-file.ts';
import { getProductReport, getStoreReport } from './reports.service.ts';

export interface ReportRequest {
  report: 'store' | 'product';
  /** What the report's route takes. */
  body: object;
}
export interface WrittenReport {
  name: string;
  mime: string;
  bytes: Buffer;
  rows: number;
}

/** So many rows are read at once. */
const pageSize = 1000;
const resources = { store: 'storeReport', product: 'productReport' } as const;

/** A report as a workbook with all rows and the totals, for who doesn't download it. */
export async function writeReport(
  context: Pick<Context, 'tx' | 'actor' | 'services'>,
  { report, body }: ReportRequest,
): Promise<WrittenReport> {
  const { title, columns } = exportable[resources[report]];
  let rows = 0;
  async function* pages() {
    for (let cursor: string | undefined; ; ) {
      const page = await read(context, report, { ...body, page: 1, cursor });
      if (page.totalRecords > maxWorkbookRows) throw problem('exports.too-many', { most: maxWorkbookRows });
      rows += page.records.length;
      yield page.records;
      if (page.nextCursor === null) {
        const { from, to, totals } = page;
        yield [{ ...totals, name: 'Total', locationName: 'Total', path: [], from, to }];
        return;
      }
      cursor = page.nextCursor;
    }
  }
  const bytes = await workbook(columns, pages());
  const { from, to } = body as { from: string; to: string };
  return {
    name: `${title} ${from} to ${to}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes,
    rows,
  };
}

const read = (
  context: Pick<Context, 'tx' | 'actor' | 'services'>,
  report: ReportRequest['report'],
  body: object,
) =>
  report === 'store'
    ? getStoreReport(context.tx, { ...StoreReportInput.parse(body), limit: pageSize })
    : getProductReport(context, { ...ProductReportInput.parse(body), limit: pageSize });
