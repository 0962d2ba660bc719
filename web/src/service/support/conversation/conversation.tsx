import type { TicketEvent, TicketMessage, TicketView } from '@aisle/contract/service/support';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../core/session/session.ts';
import { TicketLink } from '../../../links/service/ticket-link.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { DateText } from '../../../ui/values/values.tsx';
import classes from '../ticket.module.css';
import { eventText } from '../ticket-labels.ts';
import { useSupportOptions } from '../use-support-options.ts';
import { Message } from './message.tsx';

type Entry = { at: string; message: TicketMessage } | { at: string; message?: undefined; event: TicketEvent };

/** Messages and events, oldest first, so that the latest is above the reply. */
export function Conversation({ ticket }: { ticket: TicketView }) {
  const { categories } = useSupportOptions();
  const end = useScrollToLatest(ticket);
  const announcement = useAnnouncement(ticket);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={`column gap-3 grow ${classes.conversation}`} aria-label="Conversation" tabIndex={0}>
      <Origins ticket={ticket} />
      <ol className="plain-list column gap-3">
        {entriesOf(ticket).map((entry) =>
          entry.message ? (
            <Message key={entry.message._id} message={entry.message} ticket={ticket} />
          ) : (
            <li key={entry.event._id} className={classes.event}>
              {entry.event.by} {eventText(entry.event, categories)} ·{' '}
              <DateText value={entry.at} withTime isWithin />
            </li>
          ),
        )}
      </ol>
      <Successors ticket={ticket} />
      <div ref={end} />
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </section>
  );
}

function entriesOf({ messages, events }: TicketView): Entry[] {
  const happened = events.filter(({ kind }) => kind !== 'created');
  return [
    ...messages.map((message) => ({ at: message.at, message })),
    ...happened.map((event) => ({ at: event.at, event })),
  ].sort((a, b) => a.at.localeCompare(b.at));
}

/** The origin of a ticket, and the number of older messages not shown. */
function Origins({ ticket: { previous, mergedFrom, olderMessages } }: { ticket: TicketView }) {
  return (
    <>
      {previous && (
        <p className={`${classes.notice} sentence`}>
          Continues <TicketLink id={previous._id} number={previous.number} />, which was closed.
        </p>
      )}
      {mergedFrom.length > 0 && (
        <p className={`${classes.notice} sentence`}>
          Includes the messages of{' '}
          {mergedFrom.map(({ _id, number }, at) => (
            <span key={_id}>
              {at > 0 && ', '}
              <TicketLink id={_id} number={number} />
            </span>
          ))}
          .
        </p>
      )}
      {olderMessages > 0 && (
        <p className={`${classes.notice} sentence`}>{olderMessages} older messages aren't shown.</p>
      )}
    </>
  );
}

function Successors({ ticket: { mergedInto, followUps } }: { ticket: TicketView }) {
  return (
    <>
      {mergedInto && (
        <p className={`${classes.notice} sentence`}>
          Merged into <TicketLink id={mergedInto._id} number={mergedInto.number} />. Answers arrive there.
        </p>
      )}
      {followUps.map(({ _id, number }) => (
        <p key={_id} className={`${classes.notice} sentence`}>
          Continued in <TicketLink id={_id} number={number} />.
        </p>
      ))}
    </>
  );
}

/** Opens a ticket at its latest message and follows new ones, unless the user has scrolled up. On a phone the page scrolls. */
function useScrollToLatest({ messages }: TicketView) {
  const userId = useSession()?.userId;
  const isNarrow = useIsNarrow();
  const end = useRef<HTMLDivElement>(null);
  const latest = messages.at(-1);
  const before = useRef<{ id: string | undefined; height: number }>(undefined);
  useEffect(() => {
    const box = isNarrow ? document.documentElement : end.current?.parentElement;
    if (!box) return;
    const { id, height = 0 } = before.current ?? {};
    const isOpening = before.current === undefined;
    before.current = { id: latest?._id, height: box.scrollHeight };
    if (!isOpening && latest?._id === id) return;
    const isOwn = latest?.author._id === userId;
    const wasNearEnd = height - box.scrollTop - box.clientHeight < nearPx;
    if (isOpening || isOwn || wasNearEnd) box.scrollTop = box.scrollHeight;
  });
  return end;
}
const nearPx = 160;

/** "New message from Ada Byron", for screen readers. */
function useAnnouncement({ messages }: TicketView): string {
  const userId = useSession()?.userId;
  const [text, setText] = useState('');
  const latest = messages.at(-1);
  const before = useRef(latest?._id);
  useEffect(() => {
    if (!latest || latest._id === before.current) return;
    before.current = latest._id;
    if (latest.author._id === userId) return;
    setText(`New ${latest.internal ? 'note' : 'message'} from ${latest.author.name}`);
  }, [latest, userId]);
  return text;
}
