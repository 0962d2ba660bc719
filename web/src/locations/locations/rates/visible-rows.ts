import { hasEveryWord } from '@aisle/contract/core/fold-text';
import type { CategoryRates } from '@aisle/contract/locations/location-rates';

interface VisibleRow {
  row: CategoryRates;
  hasChildren: boolean;
  isOpen: boolean;
}
const maxOpen = 60;

/** A small tree is shown whole. */
export const openAtFirst = (rows: readonly CategoryRates[]): ReadonlySet<string> =>
  new Set(rows.length <= maxOpen ? rows.map(({ _id }) => _id) : []);

/** What is open; while filtering, what has the words in its name, with all above it. */
export function visibleRows(
  rows: readonly CategoryRates[],
  open: ReadonlySet<string>,
  filter: string,
): VisibleRow[] {
  const parents = new Set(rows.map(({ parentId }) => parentId));
  const wanted = filter.trim() === '' ? null : found(rows, filter);
  const shown = new Set<string>();
  return rows.flatMap((row) => {
    const isReached = row.parentId === null || (shown.has(row.parentId) && open.has(row.parentId));
    if (wanted ? !wanted.has(row._id) : !isReached) return [];
    shown.add(row._id);
    const hasChildren = parents.has(row._id);
    return [{ row, hasChildren, isOpen: wanted !== null || open.has(row._id) }];
  });
}

function found(rows: readonly CategoryRates[], filter: string): ReadonlySet<string> {
  const byId = new Map(rows.map((row) => [row._id, row]));
  const wanted = new Set<string>();
  for (const row of rows) {
    if (!hasEveryWord(row.name, filter)) continue;
    for (let one: CategoryRates | undefined = row; one; one = byId.get(one.parentId ?? ''))
      wanted.add(one._id);
  }
  return wanted;
}
