import type { ReactNode } from 'react';
import type { CellKind, CellValue, Choice } from './cells.ts';

export interface GridColumn<Row> {
  key: string;
  header: string;
  /** A heading above several columns: the location whose price and threshold they are. */
  group?: string;
  kind: CellKind;
  width: number;
  read: (row: Row) => CellValue;
  /** Of a choice. */
  choices?: readonly Choice[];
  readOnly?: (row: Row) => boolean;
  /** What is wrong with a value that could be read. */
  check?: (value: CellValue, row: Row) => string | undefined;
  /** What holds where the cell is empty, shown quietly in it. */
  fallback?: (row: Row) => string;
  /** How the cell looks where its text does not say enough; for reading only. */
  show?: (row: Row) => ReactNode;
  align?: 'right';
}

export const isRight = ({ kind, align }: GridColumn<never>): boolean =>
  align === 'right' || kind === 'money' || kind === 'quantity' || kind === 'whole';
