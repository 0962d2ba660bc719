import type { CellValue } from '../cells.ts';

/** A cell, by row and column, and its new value. */
export interface CellEdit {
  row: string;
  column: string;
  value: CellValue;
}
/** Edits that were made together and are undone together. */
interface Step {
  before: readonly CellEdit[];
  after: readonly CellEdit[];
}
export interface History {
  past: readonly Step[];
  future: readonly Step[];
}
export const noHistory: History = { past: [], future: [] };
const maxSteps = 200;

/** The edits that change a value. */
export const realEdits = (
  edits: readonly CellEdit[],
  read: (row: string, column: string) => CellValue,
): CellEdit[] => edits.filter(({ row, column, value }) => read(row, column) !== value);

export function remember(
  { past }: History,
  edits: readonly CellEdit[],
  read: (row: string, column: string) => CellValue,
): History {
  const before = edits.map(({ row, column }) => ({ row, column, value: read(row, column) }));
  return { past: [...past, { before, after: edits }].slice(-maxSteps), future: [] };
}

type Turned = { history: History; edits: readonly CellEdit[] } | undefined;
export function undo({ past, future }: History): Turned {
  const step = past.at(-1);
  return step && { history: { past: past.slice(0, -1), future: [step, ...future] }, edits: step.before };
}
export function redo({ past, future }: History): Turned {
  const [step, ...rest] = future;
  return step && { history: { past: [...past, step], future: rest }, edits: step.after };
}
