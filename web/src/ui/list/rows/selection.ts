import { useState } from 'react';

export interface Selection<Row> {
  /** The selected rows; those of the page while all rows of the list are selected. */
  rows: readonly Row[];
  /** All rows of the current search and filters are selected, on every page. */
  isAll: boolean;
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Selects all rows of the page, or deselects them if all are selected. */
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
}

interface State<Row> {
  scope: string;
  rows: ReadonlyMap<string, Row>;
  isAll: boolean;
}

/** The selected rows, kept across pages; another `scope` (the current search and filters) resets them. */
export function useSelection<Row extends { _id: string }>(
  scope: string,
  page: readonly Row[],
): Selection<Row> {
  const empty: State<Row> = { scope, rows: new Map(), isAll: false };
  const [kept, setState] = useState(empty);
  const state = kept.scope === scope ? kept : empty;
  const set = (rows: Iterable<readonly [string, Row]>) =>
    setState({ scope, rows: new Map(rows), isAll: false });
  const ofPage = page.map((row) => [row._id, row] as const);
  const isOn = (row: Row) => state.isAll || state.rows.has(row._id);
  return {
    rows: state.isAll ? page : [...state.rows.values()],
    isAll: state.isAll,
    has: isOn,
    toggle: (row) => {
      // One row less than all rows is a selection of this page, because rows of other pages aren't loaded.
      const before = state.isAll ? ofPage : [...state.rows];
      set(isOn(row) ? before.filter(([id]) => id !== row._id) : [...before, [row._id, row]]);
    },
    togglePage: () => {
      if (state.isAll) set([]);
      else if (page.every(isOn)) set([...state.rows].filter(([id]) => page.every(({ _id }) => _id !== id)));
      else set([...state.rows, ...ofPage]);
    },
    selectAll: () => setState({ ...state, isAll: true }),
    clear: () => set([]),
  };
}
