import { useState } from 'react';

/** The parts of a query that are needed to pause it. */
interface PausableQuery<Data> {
  data: Data | undefined;
  /** True if the data still belongs to the previous request. */
  isPlaceholderData: boolean;
  isFetching: boolean;
}
export interface Held<Data> {
  /** The displayed data: the first response to the request. */
  data: Data | undefined;
  /** A later response that differs, until the user shows it. */
  news: Data | undefined;
  show: () => void;
  /** The number of times that updates were shown; data beside it that has to match depends on it. */
  shows: number;
}

/**
 * Pauses updates while a user reads the data, such as a log whose rows would move or a balance that is being checked: offers
 * changes from live events instead of showing them. `request` identifies the request; another one shows its response at once.
 */
export function usePausedData<Data>(query: PausableQuery<Data>, request: string, isOn = true): Held<Data> {
  const { data, isPlaceholderData, isFetching } = query;
  const [held, setHeld] = useState<{ request: string; data: Data; isSettled: boolean }>();
  const [shows, setShows] = useState(0);
  const isAnswered = data !== undefined && !isPlaceholderData;
  const isHeld = held?.request === request;
  // Cached data that is being refetched while the screen opens isn't final yet.
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

/** Changes of the rows since they were shown. */
export interface News {
  /** The number of new rows; 0 if only other rows changed. */
  added: number;
  /** True if every row is new, in which case there can be more. */
  isMore: boolean;
  show: () => void;
}

/** The changes of the rows; undefined if the rows are the same, for example if only their total changed. */
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
