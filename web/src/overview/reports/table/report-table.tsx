import type { Metric } from '@aisle/contract/overview/figures';
import { Button } from '@mantine/core';
import { NoLocations } from '../../../links/locations/location-select.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ListPager } from '../../../ui/list/list-pager.tsx';
import { type Column, shownColumns } from '../../../ui/list/rows/column.ts';
import { ListCards } from '../../../ui/list/rows/list-cards.tsx';
import { ListSkeleton } from '../../../ui/list/rows/list-skeleton.tsx';
import { ListTable } from '../../../ui/list/rows/list-table.tsx';
import classes from '../reports.module.css';
import { cardColumns, withChanges } from './report-columns.tsx';
import type { ReportRow, ReportSpec, ShownReport } from './report-rows.ts';

interface ReportTableProps<Row extends ReportRow> {
  spec: ReportSpec<Row>;
  report: ShownReport<Row>;
  columns: readonly Column<Row>[];
  charted: Metric;
  isNarrow: boolean;
}

/** The rows with their totals, or an empty state. */
export function ReportTable<Row extends ReportRow>(props: ReportTableProps<Row>) {
  const { spec, report, columns, charted, isNarrow } = props;
  const { list } = report;
  if (list.error) return <ErrorState error={list.error} retry={list.retry} />;
  if (!list.rows) return <ListSkeleton columns={isNarrow ? 2 : 8} />;
  if (list.rows.length === 0) return <NoRows list={list} />;
  const shown = shownColumns(columns, list.search.columns);
  const rowsProps = {
    label: spec.title,
    list,
    rows: list.rows,
    opening: { link: spec.rowsOf },
    selection: undefined,
    rowActions: spec.rowActions,
  };
  return (
    <>
      <div className={`card ${classes.table}`}>
        {isNarrow ? (
          <ListCards {...rowsProps} columns={cardColumns(shown, spec, { shown: report, charted })} />
        ) : (
          <ListTable {...rowsProps} columns={withChanges(shown, spec, report)} />
        )}
      </div>
      <ListPager list={list} />
    </>
  );
}

function NoRows<Row extends ReportRow>({ list }: Pick<ShownReport<Row>, 'list'>) {
  if (list.isChanging) return <ListSkeleton columns={8} />;
  if (list.body.page > 1) {
    return (
      <EmptyState title="This page doesn’t exist" text="The report is shorter now.">
        <Button variant="default" onClick={() => list.turn('first')}>
          Go to the first page
        </Button>
      </EmptyState>
    );
  }
  if (list.narrowing > 0) {
    return (
      <EmptyState title="No figures match" text="Try another period or fewer filters.">
        <Button variant="default" onClick={list.clear}>
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <NoLocations />
      <EmptyState
        title="No figures in this period"
        text="Orders count once they’re placed. Choose another period to see earlier ones."
      />
    </>
  );
}
