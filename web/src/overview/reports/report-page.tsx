import type { Metric } from '@aisle/contract/overview/figures';
import type { ExportFormat } from '@aisle/contract/system/exports';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ExportButton } from '../../ui/list/export/export-menu.tsx';
import type { News } from '../../ui/list/paused-data.ts';
import { UpdatesButton } from '../../ui/list/updates-button.tsx';
import { SavedViews } from '../../ui/list/views/saved-views.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { MetricValue as Headline } from '../../ui/values/metric.tsx';
import { daysText } from './periods.ts';
import { ReportBar } from './report-bar.tsx';
import { ChartPanel } from './report-chart.tsx';
import classes from './reports.module.css';
import { metricText } from './table/metric-text.ts';
import { metricColumns } from './table/report-columns.tsx';
import {
  metricOf,
  type ReportResponse,
  type ReportRow,
  type ReportSpec,
  type ShownReport,
} from './table/report-rows.ts';
import { ReportTable } from './table/report-table.tsx';

interface ReportPageProps<Row extends ReportRow> {
  spec: ReportSpec<Row>;
  report: ShownReport<Row>;
  exporting: { isPending: boolean; start: (format: ExportFormat) => Promise<ExportedFile> };
  /** Returns the chart of a metric, and the grouping of its bars or points. */
  chart: (figure: Metric) => { by: string; content: ReactNode };
  /** Omitted for reports that aren't sent by email. */
  schedules?: ReactNode;
}
interface ExportedFile {
  url: string | null;
  jobId: string | null;
}

/** A report: its headline metrics, a chart and a table. */
export function ReportPage<Row extends ReportRow>(props: ReportPageProps<Row>) {
  const { spec, report, exporting, chart, schedules } = props;
  const { list, answer, compare } = report;
  const isNarrow = useIsNarrow();
  const columns = metricColumns(spec, report);
  const charted =
    spec.figures.find(({ key }) => key === list.search.chart) ??
    spec.figures.find(({ key }) => key === spec.headline[0]);
  if (!charted) throw new Error(`${spec.title} has no figures`);
  const hasRows = answer !== undefined && list.rows !== undefined && list.rows.length > 0;
  const { by, content } = chart(charted);
  return (
    <div className={`column gap-4 min-w-0 ${classes.page}`}>
      <PageTitle
        title={spec.title}
        actions={
          <>
            <SavedViews list={list} noun="figures" isNarrow={isNarrow} />
            {schedules}
            <ExportButton {...exporting} />
            <Tooltip label="Print">
              <ActionIcon variant="default" size={36} aria-label="Print" onClick={() => window.print()}>
                <IconPrinter size={16} />
              </ActionIcon>
            </Tooltip>
          </>
        }
      />
      <ReportBar spec={spec} report={report} columns={columns} isNarrow={isNarrow} />
      {answer && <Period answer={answer} news={list.news ?? null} />}
      {hasRows && (
        <>
          <Headlines spec={spec} report={report} answer={answer} />
          <ChartPanel
            figures={spec.figures}
            charted={charted}
            by={by}
            isCompared={compare !== 'none'}
            onChoose={(key) =>
              list.change(
                { chart: key === spec.headline[0] ? undefined : key, page: list.search.page },
                { replace: true },
              )
            }
          >
            {content}
          </ChartPanel>
        </>
      )}
      <ReportTable spec={spec} report={report} columns={columns} charted={charted} isNarrow={isNarrow} />
      {hasRows && <Definitions figures={spec.figures} />}
    </div>
  );
}

function Period({ answer, news }: { answer: ReportResponse; news: News | null }) {
  return (
    <div className={`row wrap text-sm secondary tabular ${classes.period}`}>
      <p>
        {daysText(answer)}
        {answer.before && `, compared with ${daysText(answer.before)}`}
      </p>
      <UpdatesButton news={news} label="Show new figures" />
    </div>
  );
}

function Headlines<Row extends ReportRow>({
  spec,
  report,
  answer,
}: Pick<ReportPageProps<Row>, 'spec' | 'report'> & { answer: ReportResponse }) {
  const { totals } = answer;
  const than = report.compare === 'lastYear' ? 'the year before' : 'previous period';
  return (
    <Panel>
      <div className={`flex wrap gap-4 ${classes.headlines}`}>
        {spec.headline.map((key) => {
          const figure = spec.figures.find((one) => one.key === key);
          if (!figure) return null;
          const [now, before] = [metricOf(totals, key), metricOf(totals.before, key)];
          return (
            <Headline
              key={key}
              label={figure.label}
              value={metricText(figure.unit, now)}
              {...(now !== null && before !== null && { now, before })}
              better={figure.lowerIsBetter ? 'less' : 'more'}
              than={than}
              {...spec.figureRows(figure, undefined)}
            />
          );
        })}
      </div>
    </Panel>
  );
}

/** The same definitions as in the column headers, for print, phones and reading in sequence. */
function Definitions({ figures }: { figures: readonly Metric[] }) {
  return (
    <details className={`text-sm secondary ${classes.definitions}`}>
      <summary>What the figures mean</summary>
      <dl>
        {figures.map(({ key, label, definition }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
