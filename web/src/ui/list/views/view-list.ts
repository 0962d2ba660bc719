import type { ListSearch } from '@aisle/contract/core/list-search';
import type { SavedView } from '@aisle/contract/system/saved-views';

/** The URL parameters of a list that make up a view: without the page and the view it came from. */
export function viewSearch(search: ListSearch): SavedView['search'] {
  const { page: _, cursor: _cursor, view: _view, ...kept } = search;
  return Object.fromEntries(
    Object.entries(kept).filter(([, value]) => value !== undefined),
  ) as SavedView['search'];
}

/** Whether two views have the same parameters, in any order. */
export const showsTheSame = (a: SavedView['search'], b: SavedView['search']): boolean =>
  canonical(a) === canonical(b);
const canonical = (search: SavedView['search']): string =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)));
