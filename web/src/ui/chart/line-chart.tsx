import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { axisSteps, axisTicks } from './axis.ts';
import classes from './chart.module.css';

interface LinePoint {
  key: string;
  /** The label below the axis: "Nov 3". */
  tick: string;
  /** The text in the line above the chart: "Tue 11/03/2026 · $1,204.00". */
  text: string;
  value: number | null;
  /** The value in the compared period. */
  before?: number | null | undefined;
}

interface LineChartProps {
  /** The accessible name of the chart. */
  label: string;
  points: readonly LinePoint[];
  /** Formats the values on the axis, in short form: "$2K". */
  format: (value: number) => string;
}

const maxTicks = 6;
const keySteps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** A line over time, starting at zero, with the line of the compared period in gray. Arrow keys move from point to point. */
export function LineChart({ label, points, format }: LineChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const helpId = useId();
  const last = points.length - 1;
  const at = pointed === null ? null : Math.min(pointed, last);
  const point = at === null ? undefined : points[at];
  const values = points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]);
  const steps = axisSteps(Math.max(0, ...values), Math.min(0, ...values));
  const [low, high] = [steps[0] ?? 0, steps.at(-1) ?? 0];
  const scale: Scale = {
    x: (index) => (last === 0 ? 50 : (index / last) * 100),
    y: (value) => (high === low ? 0 : ((value - low) / (high - low)) * 100),
  };
  function onKey(event: KeyboardEvent): void {
    const step = keySteps[event.key];
    if (!step) return;
    event.preventDefault();
    setPointed(Math.min(Math.max(step(at ?? last, last), 0), last));
  }
  function onPointer({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = width === 0 ? 0 : (clientX - left) / width;
    setPointed(Math.min(Math.max(Math.round(share * last), 0), last));
  }
  return (
    <figure className="m-0">
      <figcaption className={`mb-3 text-xs secondary tabular truncate ${classes.caption}`}>
        {point?.text}
      </figcaption>
      <div className={classes.plot}>
        <div className={classes.scale} aria-hidden>
          {steps.map((step) => (
            <span key={step} style={{ bottom: `${scale.y(step)}%` }}>
              {format(step)}
            </span>
          ))}
        </div>
        {/* A slider, because screen readers read its text at every step. */}
        <div
          className={classes.lines}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-describedby={helpId}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(at ?? last) + 1}
          aria-valuetext={points[at ?? last]?.text ?? 'No data'}
          onKeyDown={onKey}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setPointed(null)}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setPointed(at ?? last)}
          onBlur={() => setPointed(null)}
        >
          <Lines points={points} steps={steps} scale={scale} />
          {point && at !== null && <Marker point={point} x={scale.x(at)} y={scale.y} />}
        </div>
      </div>
      <div className={`text-xs secondary tabular ${classes.axis}`} aria-hidden>
        {axisTicks(points.length, maxTicks).map((index) => (
          <span
            key={points[index]?.key}
            style={{ left: `${scale.x(index)}%` }}
            data-edge={last === 0 ? undefined : index === 0 ? 'first' : index === last ? 'last' : undefined}
          >
            {points[index]?.tick}
          </span>
        ))}
      </div>
      <span id={helpId} className="visually-hidden">
        Use the arrow keys to read it point by point
      </span>
    </figure>
  );
}

interface Scale {
  /** Percent from the left and from the bottom. */
  x: (index: number) => number;
  y: (value: number) => number;
}

function Lines({
  points,
  steps,
  scale: { x, y },
}: {
  points: readonly LinePoint[];
  steps: readonly number[];
  scale: Scale;
}) {
  const path = (read: (point: LinePoint) => number | null | undefined) => {
    let isDrawing = false;
    return points
      .map((point, index) => {
        const value = read(point);
        if (value === null || value === undefined) {
          isDrawing = false;
          return '';
        }
        const command = isDrawing ? 'L' : 'M';
        isDrawing = true;
        // A single point between gaps is a line of length zero: its round cap draws a dot.
        return `${command}${x(index)} ${100 - y(value)}${command === 'M' ? 'l0 0' : ''}`;
      })
      .join('');
  };
  return (
    <svg className={classes.svg} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {steps.map((step) => (
        <line
          key={step}
          className={classes.gridLine}
          data-zero={(step === 0 && steps[0] !== 0) || undefined}
          x1={0}
          x2={100}
          y1={100 - y(step)}
          y2={100 - y(step)}
        />
      ))}
      <path className={classes.lineBefore} d={path(({ before }) => before)} />
      <path className={classes.lineNow} d={path(({ value }) => value)} />
    </svg>
  );
}

function Marker({ point, x, y }: { point: LinePoint; x: number; y: (value: number) => number }) {
  const { value, before } = point;
  return (
    <>
      <span className={classes.cursor} style={{ left: `${x}%` }} />
      {before !== undefined && before !== null && (
        <span className={classes.dotBefore} style={{ left: `${x}%`, bottom: `${y(before)}%` }} />
      )}
      {value !== null && <span className={classes.dot} style={{ left: `${x}%`, bottom: `${y(value)}%` }} />}
    </>
  );
}
