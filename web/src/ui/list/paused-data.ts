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

type Rows = readonly { _id: string }[];
const newRows = (shown: Rows, fresh: Rows) => {
  const known = new Set(shown.map(({ _id }) => _id));
  return fresh.filter(({ _id }) => !known.has(_id));
};

/** The changes that aren't shown; undefined if there are none, for example if only the total changed. */
export function updatesOf(
  shown: Rows | undefined,
  fresh: Rows | undefined,
  { show, kind }: Pick<News, 'show'> & { kind: 'allRows' | 'newRows' },
): News | undefined {
  if (!shown || !fresh || fresh === shown) return undefined;
  const added = newRows(shown, fresh).length;
  if (kind === 'newRows' && (added === 0 || shown.length === 0)) return undefined;
  return { added, isMore: added > 0 && added === fresh.length && shown.length > 0, show };
}

/**
 * The rows of a page in their sequence, with their latest values but without new rows, so that no row moves while the user reads
 * them. Rows that left the list disappear. Rows that new ones pushed to the next page stay as they were.
 */
export function withoutNewRows<Row extends { _id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  limit: number,
): readonly Row[] {
  if (shown.length === 0) return fresh;
  const latest = new Map(fresh.map((row) => [row._id, row]));
  const pushed = fresh.length < limit ? 0 : newRows(shown, fresh).length;
  const end = shown.findLastIndex(({ _id }) => latest.has(_id)) + 1;
  return shown.flatMap((row, index) => {
    const now = latest.get(row._id);
    if (now) return [now];
    return index >= end && index >= shown.length - pushed ? [row] : [];
  });
}
