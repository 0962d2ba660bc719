import { maxColumnWidth, minColumnWidth } from '@aisle/contract/system/preferences';
import { useState } from 'react';
import { setPreference, usePreference } from '../../core/preferences/user-preferences.ts';

export interface ColumnWidths {
  /** The widths that the user chose, by column key. */
  chosen: Readonly<Record<string, number>>;
  /** Shows a width while the user drags. */
  preview: (key: string, width: number) => void;
  /** Stores a width for the user; undefined restores the default. */
  store: (key: string, width: number | undefined) => void;
}

const within = (width: number): number =>
  Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));

/** The user's column widths of a list or grid, stored under the path of its route. */
export function useColumnWidths(path: string): ColumnWidths {
  const lists = usePreference('lists');
  const [dragged, setDragged] = useState<Record<string, number>>({});
  const stored = lists?.[path]?.widths ?? {};
  return {
    chosen: { ...stored, ...dragged },
    preview: (key, width) => setDragged({ [key]: within(width) }),
    store: (key, width) => {
      const { [key]: _, ...others } = stored;
      const widths = width === undefined ? others : { ...others, [key]: within(width) };
      setPreference('lists', { ...lists, [path]: { ...lists?.[path], widths } });
      setDragged({});
    },
  };
}
