import { presenceTopic, supportRoutes, TicketPresence } from '@aisle/contract/service/support';
import type { LiveMessage } from '@aisle/contract/system/live/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';
import { getSession, useSignedIn } from '../../../core/session/session.ts';

const everyMs = 20_000;
/** A user without a signal for this long has left the page. */
const awayAfterMs = 50_000;
const typingForMs = 6000;

interface Onlooker extends TicketPresence {
  at: number;
}

/** The users still present; one who stopped typing counts as viewing. */
export function presentAt(onlookers: readonly Onlooker[], now: number): Onlooker[] {
  return onlookers
    .filter(({ doing, at }) => doing !== 'left' && now - at < awayAfterMs)
    .map((one) =>
      one.doing === 'typing' && now - one.at >= typingForMs ? { ...one, doing: 'looking' } : one,
    );
}

/** The other users viewing or typing, and a function that reports the user's own typing. */
export function usePresence(ticketId: string) {
  const { userId } = useSignedIn();
  const [onlookers, setOnlookers] = useState<readonly Onlooker[]>([]);
  const [now, setNow] = useState(Date.now);
  const typedAt = useRef(0);
  const known = useRef(onlookers);
  known.current = onlookers;

  const say = useCallback(
    (doing: TicketPresence['doing']) => {
      // The screen also closes when the session ends.
      if (!getSession()) return;
      // Errors are ignored, because the signal repeats shortly.
      call(supportRoutes.presence, { params: { id: ticketId }, body: { doing } }).catch(() => undefined);
    },
    [ticketId],
  );

  useEffect(() => {
    setOnlookers([]);
    typedAt.current = 0;
    const sendPresence = () => {
      setNow(Date.now());
      if (document.visibilityState === 'visible') {
        say(Date.now() - typedAt.current < typingForMs ? 'typing' : 'looking');
      }
    };
    sendPresence();
    const timer = setInterval(sendPresence, everyMs);
    return () => {
      clearInterval(timer);
      say('left');
    };
  }, [say]);

  // Updates the display shortly after a user stopped typing.
  useEffect(() => {
    if (!onlookers.some(({ doing }) => doing === 'typing')) return;
    const timer = setTimeout(() => setNow(Date.now()), typingForMs);
    return () => clearTimeout(timer);
  }, [onlookers]);

  const follow = useCallback(
    ({ recordId, data }: LiveMessage) => {
      const heard = TicketPresence.safeParse(data);
      if (recordId !== ticketId || !heard.success || heard.data.userId === userId) return;
      const isNew = !presentAt(known.current, Date.now()).some((one) => one.userId === heard.data.userId);
      setNow(Date.now());
      setOnlookers((before) => [
        ...before.filter((one) => one.userId !== heard.data.userId),
        { ...heard.data, at: Date.now() },
      ]);
      // Responds at once, so that the new user sees who is present.
      if (isNew && heard.data.doing !== 'left') say('looking');
    },
    [ticketId, userId, say],
  );
  useLiveTopic(presenceTopic, follow);

  const typing = useCallback(() => {
    if (Date.now() - typedAt.current < typingForMs / 2) return;
    typedAt.current = Date.now();
    say('typing');
  }, [say]);
  return { onlookers: presentAt(onlookers, now), typing };
}

/** "Ben Ford is typing", "Ben Ford and Priya Shah are viewing"; null if no one else is present. */
export function presenceText(onlookers: readonly Onlooker[]): string | null {
  const namesOf = (doing: TicketPresence['doing']) =>
    onlookers.filter((one) => one.doing === doing).map(({ name }) => name);
  const parts = [
    [namesOf('typing'), 'typing'] as const,
    [namesOf('looking'), 'viewing this'] as const,
  ].flatMap(([names, what]) =>
    names.length > 0 ? [`${joined(names)} ${names.length === 1 ? 'is' : 'are'} ${what}`] : [],
  );
  return parts.length > 0 ? parts.join(' · ') : null;
}
const joined = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(' and ') : `${names[0]} and ${names.length - 1} others`;
