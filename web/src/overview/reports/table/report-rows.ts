import type { Metric } from '@aisle/contract/overview/figures';
import type { Comparison } from '@aisle/contract/overview/reports';
import type { Destination } from '../../../core/pages/screens.ts';
import type { Filter } from '../../../ui/list/filters/filter.ts';
import type { Column } from '../../../ui/list/rows/column.ts';
import type { RowAction } from '../../../ui/list/rows/row.ts';
import type { List } from '../../../ui/list/use-list.ts';
import type { Days } from '../periods.ts';

/** Metrics by key, with those of the comparison period. */
export interface Values {
  before: object | null;
}
export interface ReportRow extends Values {
  _id: string;
  name: string;
}
/** The part of the response that both reports share. */
export interface ReportResponse extends Days {
  before: Days | null;
  totals: Values;
}

/** Reads a metric from a row by key. The keys come from the report's list of metrics, because the reports share no row type. */
export function metricOf(values: object | null | undefined, key: string): number | null {
  const value = (values as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'number' ? value : null;
}

/** The definition of a report. */
export interface ReportSpec<Row extends ReportRow> {
  title: string;
  figures: readonly Metric[];
  /** The default columns. */
  usual: readonly string[];
  /** Metrics above the chart; the first is the chart's default. */
  headline: readonly string[];
  groupings: Readonly<Record<string, string>>;
  filters: readonly Filter[];
  names: readonly Column<Row>[];
  /** The list of the records behind a row. */
  rowsOf: (row: Row) => Destination | undefined;
  /** The list behind one metric of a row, or of all rows together. */
  figureRows: (figure: Metric, row: Row | undefined) => Destination | undefined;
  rowActions?: (row: Row) => RowAction[];
}
export interface ShownReport<Row extends ReportRow> {
  list: List<Row>;
  answer: ReportResponse | undefined;
  groupBy: string;
  compare: Comparison;
}
