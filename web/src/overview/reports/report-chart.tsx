import type { Metric } from '@aisle/contract/overview/figures';
import type { ReactNode } from 'react';
import { type Bar, BarChart } from '../../ui/chart/bar-chart.tsx';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { type Bucket, bucketText, bucketTick, type Days } from './periods.ts';
import { ChoiceButton } from './report-bar.tsx';
import classes from './reports.module.css';
import { axisText, changeOf, metricText } from './table/metric-text.ts';
import { metricOf, type Values } from './table/report-rows.ts';

interface ChartPanelProps {
  figures: readonly Metric[];
  charted: Metric;
  /** The grouping of the bars or points: "by location". */
  by: string;
  isCompared: boolean;
  onChoose: (key: string) => void;
  children: ReactNode;
}

/** The chart of one metric, with a selector for others. */
export function ChartPanel({ figures, charted, by, isCompared, onChoose, children }: ChartPanelProps) {
  return (
    <Panel
      title={`${charted.label} ${by}`}
      tools={
        <div className="row gap-4">
          {isCompared && (
            <span className={`row gap-2 text-xs secondary ${classes.legend}`} aria-hidden>
              <span className={classes.keyNow} /> This period
              <span className={classes.keyBefore} /> Compared
            </span>
          )}
          <ChoiceButton
            label="Metric"
            choices={figures.map(({ key, label }) => ({ value: key, label }))}
            value={charted.key}
            onChoose={onChoose}
          />
        </div>
      }
    >
      {children}
    </Panel>
  );
}

const maxBars = 12;

interface MetricBarsProps<Row extends Values & { _id: string }> {
  figure: Metric;
  label: string;
  rows: readonly Row[];
  nameOf: (row: Row) => ReactNode;
}
/** The rows of the page as bars. */
export function MetricBars<Row extends Values & { _id: string }>({
  figure,
  label,
  rows,
  nameOf,
}: MetricBarsProps<Row>) {
  const bars = rows.slice(0, maxBars).map(
    (row): Bar => ({
      key: row._id,
      label: nameOf(row),
      value: metricOf(row, figure.key),
      before: row.before && metricOf(row.before, figure.key),
    }),
  );
  const more = rows.length - bars.length;
  return (
    <>
      <BarChart label={label} bars={bars} format={(value) => metricText(figure.unit, value)} />
      {more > 0 && <p className="m-0 mt-3 text-xs secondary">See the table for the rest.</p>}
    </>
  );
}

interface MetricLineProps {
  figure: Metric;
  label: string;
  points: readonly (Values & Days)[];
  by: Bucket;
  /** If the last point includes today, it isn't complete. */
  today: string;
}
/** The period as a line. */
export function MetricLine({ figure, label, points, by, today }: MetricLineProps) {
  return (
    <LineChart
      label={label}
      format={axisText(figure.unit)}
      points={points.map((point) => ({
        key: point.from,
        tick: bucketTick(by, point),
        text: pointText(figure, point, { by, today }),
        value: metricOf(point, figure.key),
        before: point.before && metricOf(point.before, figure.key),
      }))}
    />
  );
}

function pointText(
  figure: Metric,
  point: Values & Days,
  { by, today }: { by: Bucket; today: string },
): string {
  const [now, before] = [metricOf(point, figure.key), metricOf(point.before, figure.key)];
  const change = changeOf(figure, now, before);
  const compared = point.before && `before: ${metricText(figure.unit, before)}`;
  return [
    bucketText(by, point) + (point.to >= today ? ' (so far)' : ''),
    metricText(figure.unit, now),
    compared && (change ? `${compared} (${change.text})` : compared),
  ]
    .filter(Boolean)
    .join(' · ');
}
