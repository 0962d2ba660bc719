import type { List } from './use-list.ts';

/** What a list shows: rows, or why there are none. */
export type Showing = 'loading' | 'failure' | 'rows' | 'noSuchPage' | 'noMatch' | 'noneHere' | 'nothing';

type ListState = Pick<List<unknown>, 'rows' | 'error' | 'isChanging' | 'narrowing' | 'isOfOneLocation'> & {
  body: { page: number };
};

/** Only `nothing` means that the list holds nothing at all: there is nothing to search, filter or export. */
export function showing({ rows, error, isChanging, narrowing, isOfOneLocation, body }: ListState): Showing {
  if (error) return 'failure';
  if (!rows) return 'loading';
  if (rows.length > 0) return 'rows';
  if (body.page === 1 && narrowing > 0) return 'noMatch';
  // That there were none before, under another filter, says nothing of those on their way.
  if (isChanging) return 'loading';
  if (body.page > 1) return 'noSuchPage';
  return isOfOneLocation ? 'noneHere' : 'nothing';
}
