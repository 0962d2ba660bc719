import type { List } from './use-list.ts';

/** The content of a list: rows, or the reason why there are none. */
export type Showing = 'loading' | 'failure' | 'rows' | 'noSuchPage' | 'noMatch' | 'noneHere' | 'nothing';

type ListState = Pick<List<unknown>, 'rows' | 'error' | 'isChanging' | 'narrowing' | 'isOfOneLocation'> & {
  body: { page: number };
};

/** `nothing` means that the list has no rows at all, so there is nothing to search, filter or export. */
export function showing({ rows, error, isChanging, narrowing, isOfOneLocation, body }: ListState): Showing {
  if (error) return 'failure';
  if (!rows) return 'loading';
  if (rows.length > 0) return 'rows';
  if (body.page === 1 && narrowing > 0) return 'noMatch';
  // An empty previous result doesn't say whether the next one has rows.
  if (isChanging) return 'loading';
  if (body.page > 1) return 'noSuchPage';
  return isOfOneLocation ? 'noneHere' : 'nothing';
}
