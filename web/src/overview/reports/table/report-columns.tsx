import type { Metric } from '@aisle/contract/overview/figures';
import type { Column } from '../../../ui/list/rows/column.ts';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import classes from '../reports.module.css';
import { changeOf, metricText, noMetric } from './metric-text.ts';
import { metricOf, type ReportRow, type ReportSpec, type ShownReport, type Values } from './report-rows.ts';

/** One column per metric; the user chooses the visible ones. */
export function metricColumns<Row extends ReportRow>(
  { figures, usual, names, figureRows }: ReportSpec<Row>,
  { answer }: ShownReport<Row>,
): Column<Row>[] {
  const [first, ...others] = names;
  return [
    ...(first ? [{ ...first, total: 'Total' }] : []),
    ...others,
    ...figures.map(
      (figure): Column<Row> => ({
        key: figure.key,
        header: figure.label,
        hint: figure.definition,
        sortable: true,
        largestFirst: true,
        align: 'right',
        ...(!usual.includes(figure.key) && { optional: true }),
        cell: (row) => <MetricCell figure={figure} values={row} rows={figureRows(figure, row)} />,
        total: answer ? metricText(figure.unit, metricOf(answer.totals, figure.key)) : noMetric,
      }),
    ),
  ];
}

/** Adds a column of changes after each metric, if there is a comparison. */
export function withChanges<Row extends ReportRow>(
  columns: readonly Column<Row>[],
  { figures }: ReportSpec<Row>,
  { answer, compare }: ShownReport<Row>,
): readonly Column<Row>[] {
  if (compare === 'none') return columns;
  return columns.flatMap((column) => {
    const figure = figures.find(({ key }) => key === column.key);
    if (!figure) return [column];
    return [
      column,
      {
        key: `${column.key}.change`,
        header: compare === 'lastYear' ? 'vs. last year' : 'vs. previous',
        align: 'right' as const,
        cell: (row: Row) => <ChangeText figure={figure} values={row} />,
        total: answer && <ChangeText figure={figure} values={answer.totals} />,
      },
    ];
  });
}

/** The columns of a card: the charted metric, then the next visible ones, each with its name. */
export function cardColumns<Row extends ReportRow>(
  columns: readonly Column<Row>[],
  spec: ReportSpec<Row>,
  { shown, charted }: { shown: ShownReport<Row>; charted: Metric },
): Column<Row>[] {
  const names = columns.slice(0, spec.names.length);
  const details = columns
    .slice(names.length)
    .filter(({ key }) => key !== charted.key)
    .slice(0, detailsOfCard);
  return [
    ...names.map((column, index) => (index === 0 ? column : { ...column, card: 'state' as const })),
    {
      key: charted.key,
      header: charted.label,
      cell: (row) => (
        <>
          {metricText(charted.unit, metricOf(row, charted.key))}
          {shown.compare !== 'none' && (
            <>
              <br />
              <ChangeText figure={charted} values={row} />
            </>
          )}
        </>
      ),
      card: 'figure',
    },
    ...details.map(
      (column): Column<Row> => ({
        ...column,
        cell: (row) => (
          <span className="nowrap">
            {column.header} {column.cell(row)}
          </span>
        ),
        card: 'detail',
      }),
    ),
  ];
}
const detailsOfCard = 3;

interface MetricCellProps {
  figure: Metric;
  values: Values;
  rows: ReturnType<ReportSpec<ReportRow>['figureRows']>;
}
function MetricCell({ figure: { key, unit }, values, rows }: MetricCellProps) {
  const value = metricOf(values, key);
  const text = metricText(unit, value);
  if (rows === undefined || value === null || value === 0) {
    return <span data-negative={(value ?? 0) < 0 || undefined}>{text}</span>;
  }
  return (
    <ScreenLink {...rows} className={classes.figureLink}>
      {text}
    </ScreenLink>
  );
}

function ChangeText({ figure, values }: { figure: Metric; values: Values }) {
  const change = changeOf(figure, metricOf(values, figure.key), metricOf(values.before, figure.key));
  if (!change) return <span className={`text-xs secondary ${classes.change}`}>{noMetric}</span>;
  const state = change.isGood === null ? undefined : change.isGood ? 'good' : 'bad';
  return (
    <span className={`text-xs secondary ${classes.change}`} data-state={state}>
      {change.text}
    </span>
  );
}
