import type { ReactNode } from 'react';
import type { StatusFamily } from './status-badge.tsx';
import classes from './timeline.module.css';
import { DateText } from './values.tsx';

export interface TimelineEvent {
  id: string;
  /** An instant. */
  at: string;
  title: ReactNode;
  who?: string | null;
  note?: string | null;
  family?: StatusFamily;
}

/** A list of events, in the order of the props: newest first. */
export function Timeline({ events, timeZone }: { events: readonly TimelineEvent[]; timeZone?: string }) {
  return (
    <ol className={classes.list}>
      {events.map((event) => (
        <li key={event.id} className={classes.event}>
          <span
            className={classes.dot}
            style={{ background: `var(--aisle-${event.family ?? 'off'})` }}
            aria-hidden
          />
          <div className={classes.text}>
            <div className={`${classes.title} sentence`}>{event.title}</div>
            <div className={classes.when}>
              <DateText value={event.at} withTime timeZone={timeZone} />
              {event.who && ` · ${event.who}`}
            </div>
            {event.note && <p className={classes.note}>{event.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
