import type { Figure } from '@aisle/contract/overview/figures';
import type { Comparison } from '@aisle/contract/overview/reports';
import type { Destination } from '../../../core/pages/screens.ts';
import type { Filter } from '../../../ui/list/filters/filter.ts';
import type { Column } from '../../../ui/list/rows/column.ts';
import type { RowAction } from '../../../ui/list/rows/row.ts';
import type { List } from '../../../ui/list/use-list.ts';
import type { Days } from '../periods.ts';

/** Figures by their keys, and those of the period that they are compared with. */
export interface Values {
  before: object | null;
}
export interface ReportRow extends Values {
  _id: string;
  name: string;
}
/** What both reports answer besides their rows. */
export interface ReportAnswer extends Days {
  before: Days | null;
  totals: Values;
}

/** The figures of a report are keys of its rows, known by its list of figures and not by a type that all reports share. */
export function metricOf(values: object | null | undefined, key: string): number | null {
  const value = (values as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'number' ? value : null;
}

/** Everything that makes one of the reports. */
export interface ReportSpec<Row extends ReportRow> {
  title: string;
  figures: readonly Figure[];
  /** Columns shown until the person chooses others. */
  usual: readonly string[];
  /** Above the chart; the first is the one that the chart shows until another is chosen. */
  headline: readonly string[];
  groupings: Readonly<Record<string, string>>;
  filters: readonly Filter[];
  names: readonly Column<Row>[];
  /** The list that a row is made of. */
  rowsOf: (row: Row) => Destination | undefined;
  /** The list behind one figure of a row, or of all rows together. */
  figureRows: (figure: Figure, row: Row | undefined) => Destination | undefined;
  rowActions?: (row: Row) => RowAction[];
}
export interface ShownReport<Row extends ReportRow> {
  list: List<Row>;
  answer: ReportAnswer | undefined;
  groupBy: string;
  compare: Comparison;
}
