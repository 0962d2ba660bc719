import { useState } from 'react';

/** What of a query it takes to hold its answer. */
interface PausableQuery<Data> {
  data: Data | undefined;
  /** The data are still those of the request before. */
  isPlaceholderData: boolean;
  isFetching: boolean;
}
export interface Held<Data> {
  /** What is shown: the first answer to what is asked for. */
  data: Data | undefined;
  /** A later one that differs, until it is shown. */
  news: Data | undefined;
  show: () => void;
  /** How often news were shown: for what is read beside it and has to agree with it. */
  shows: number;
}

/**
 * Holds an answer still while it is read, such as a log whose rows would move down, or a balance that is being checked:
 * what live events bring is offered instead of shown. `request` tells one request from the next, which is answered anew.
 */
export function usePausedData<Data>(query: PausableQuery<Data>, request: string, isOn = true): Held<Data> {
  const { data, isPlaceholderData, isFetching } = query;
  const [held, setHeld] = useState<{ request: string; data: Data; isSettled: boolean }>();
  const [shows, setShows] = useState(0);
  const isAnswered = data !== undefined && !isPlaceholderData;
  const isHeld = held?.request === request;
  // An answer from earlier, which is being read again while the screen opens, isn't settled yet.
  if (isOn && isAnswered && (!isHeld || (!held.isSettled && (held.data !== data || !isFetching)))) {
    setHeld({ request, data, isSettled: !isFetching });
  }
  return {
    data: isHeld ? held.data : data,
    news: isHeld && held.isSettled && isAnswered && held.data !== data ? data : undefined,
    show: () => {
      if (isAnswered) setHeld({ request, data, isSettled: true });
      setShows(shows + 1);
    },
    shows,
  };
}

/** What changed in the rows while they are read. */
export interface News {
  /** Rows that weren't there; 0 where others changed. */
  added: number;
  /** Every row is new: there may be more of them. */
  isMore: boolean;
  show: () => void;
}

/** The news of rows; undefined where the rows are the same, such as when only their total changed. */
export function updatesOf(
  shown: readonly { _id: string }[] | undefined,
  fresh: readonly { _id: string }[] | undefined,
  show: () => void,
): News | undefined {
  if (!shown || !fresh || fresh === shown) return undefined;
  const known = new Set(shown.map(({ _id }) => _id));
  const added = fresh.filter(({ _id }) => !known.has(_id)).length;
  return { added, isMore: added > 0 && added === fresh.length && shown.length > 0, show };
}
