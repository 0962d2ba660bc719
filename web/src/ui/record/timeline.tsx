import { formatDateTime } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { ReactNode } from 'react';
import type { StatusFamily } from '../values/status-badge.tsx';
import { dayText, timeText } from '../values/when.ts';
import classes from './timeline.module.css';

export interface TimelineEvent {
  id: string;
  /** An ISO 8601 timestamp. */
  at: string;
  title: ReactNode;
  who?: string | null;
  note?: string | null;
  /** Several parts of one event, shown as a list. */
  items?: readonly string[];
  family?: StatusFamily;
  /** The noun for several consecutive events that are collapsed: "driver update". */
  foldsAs?: string | undefined;
}
interface TimelineProps {
  /** In reverse chronological order. */
  events: readonly TimelineEvent[];
  timeZone?: string;
}

/** Events by day; collapses consecutive minor events. */
export function Timeline({ events, timeZone }: TimelineProps) {
  const days = [...Map.groupBy(events, ({ at }) => dayText(at, timeZone))];
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={day} className={classes.day}>
      <h3 className="m-0 mb-2 text-xs bold secondary">{day}</h3>
      <ol className="plain-list">
        {foldedRuns(ofDay).map(([first, ...others]) =>
          first && others.length > 0 ? (
            <li key={first.id} className={classes.event}>
              <Dot family="off" />
              <details className={`grow min-w-0 ${classes.text}`}>
                <summary>{collapsedText([first, ...others])}</summary>
                <ol className="plain-list mt-2">
                  {[first, ...others].map((event) => (
                    <Event key={event.id} event={event} timeZone={timeZone} />
                  ))}
                </ol>
              </details>
            </li>
          ) : (
            first && <Event key={first.id} event={first} timeZone={timeZone} />
          ),
        )}
      </ol>
    </section>
  ));
}

/** Groups consecutive events that are collapsed together; every other event is its own group. */
function foldedRuns(events: readonly TimelineEvent[]): TimelineEvent[][] {
  const runs: TimelineEvent[][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (event.foldsAs && last?.at(-1)?.foldsAs) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

function collapsedText(events: readonly TimelineEvent[]): string {
  const words = new Set(events.map(({ foldsAs }) => foldsAs));
  const [word = 'update'] = words.size === 1 ? words : [];
  return pluralize(events.length, word);
}

const Dot = ({ family = 'off' }: { family?: StatusFamily | undefined }) => (
  <span className={classes.dot} style={{ background: `var(--aisle-${family})` }} aria-hidden />
);

function Event({ event, timeZone }: { event: TimelineEvent; timeZone: string | undefined }) {
  return (
    <li className={classes.event}>
      <Dot family={event.family} />
      <div className={`grow min-w-0 ${classes.text}`}>
        <div className={`medium sentence`}>{event.title}</div>
        <div className="text-sm secondary">
          <time dateTime={event.at} className="tabular" title={formatDateTime(event.at, timeZone)}>
            {timeText(event.at, timeZone)}
          </time>
          {event.who && ` · ${event.who}`}
        </div>
        {event.note && <p className="m-0 mt-1 pre-wrap break-anywhere">{event.note}</p>}
        {event.items && (
          <ul className={`m-0 mt-1 break-anywhere ${classes.items}`}>
            {event.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
