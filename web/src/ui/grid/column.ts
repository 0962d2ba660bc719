import type { ReactNode } from 'react';
import type { CellKind, CellValue, Choice } from './cells.ts';

export interface GridColumn<Row> {
  key: string;
  header: string;
  /** A heading above several columns, such as the location whose price and threshold they contain. */
  group?: string;
  kind: CellKind;
  width: number;
  read: (row: Row) => CellValue;
  /** The options of a choice. */
  choices?: readonly Choice[];
  readOnly?: (row: Row) => boolean;
  /** Returns the error of a parsed value. */
  check?: (value: CellValue, row: Row) => string | undefined;
  /** The effective value of an empty cell, shown in gray. */
  fallback?: (row: Row) => string;
  /** Renders a read-only cell for which text isn't enough. */
  show?: (row: Row) => ReactNode;
  align?: 'right';
}

export const isRight = ({ kind, align }: GridColumn<never>): boolean =>
  align === 'right' || kind === 'money' || kind === 'quantity' || kind === 'whole';
