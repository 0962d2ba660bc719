import { useState } from 'react';

export interface Selection<Row> {
  rows: Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Selects all of these rows, or deselects them if all are selected. */
  toggleAll: (rows: readonly Row[]) => void;
  clear: () => void;
}

/** The selected rows, kept across pages; another `scope` (the current search and filters) resets them. */
export function useSelection<Row extends { _id: string }>(scope: string): Selection<Row> {
  const [state, setState] = useState({ scope, rows: new Map<string, Row>() });
  const rows = state.scope === scope ? state.rows : new Map<string, Row>();
  const set = (change: (rows: Map<string, Row>) => void) => {
    setState((before) => {
      const next = new Map(before.scope === scope ? before.rows : []);
      change(next);
      return { scope, rows: next };
    });
  };
  return {
    rows: [...rows.values()],
    has: (row) => rows.has(row._id),
    toggle: (row) =>
      set((next) => {
        if (!next.delete(row._id)) next.set(row._id, row);
      }),
    toggleAll: (all) =>
      set((next) => {
        const every = all.every((row) => next.has(row._id));
        for (const row of all) {
          if (every) next.delete(row._id);
          else next.set(row._id, row);
        }
      }),
    clear: () => setState({ scope, rows: new Map() }),
  };
}
