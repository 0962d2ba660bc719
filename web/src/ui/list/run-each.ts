import type { Permission } from '@aisle/contract/permissions';
import { deleteWithUndo, notifyError, notifySuccess, offerUndo } from '../../core/notice.tsx';
import type { BulkAction } from './rows/row.ts';

/** Runs an action on each row in sequence and reports the result: "3 of 5 brands switched off". */
export async function runEach<Row>(
  rows: readonly Row[],
  what: string,
  work: (row: Row) => Promise<unknown>,
  /** Undoes the action for the rows it changed. */
  undo?: (row: Row) => Promise<unknown>,
): Promise<void> {
  const changed: Row[] = [];
  const reasons = new Set<string>();
  for (const row of rows) {
    try {
      await work(row);
      changed.push(row);
    } catch (error) {
      reasons.add(error instanceof Error ? error.message : String(error));
    }
  }
  const summary = `${changed.length} of ${rows.length} ${what}`;
  if (undo && reasons.size === 0 && changed.length > 0) {
    offerUndo(summary, () => runEach(changed, `${what}, undone`, undo));
  } else if (reasons.size === 0) notifySuccess(summary);
  else notifyError(`${summary}. ${[...reasons].join(' ')}`);
}

/** Deletes rows and offers to restore them. */
export async function deleteEach<Row extends { name: string }>(
  rows: readonly Row[],
  /** "brands" */
  noun: string,
  remove: (row: Row) => Promise<unknown>,
  restore: (row: Row) => Promise<unknown>,
): Promise<void> {
  const [only, ...others] = rows;
  if (!only || others.length > 0) return runEach(rows, `${noun} deleted`, remove, restore);
  await deleteWithUndo(
    only.name,
    () => remove(only),
    () => restore(only),
  );
}

/** Switches rows on or off, with undo; leaves rows alone that already have this state. */
export function switchEach<Row extends { status: boolean }>(
  rows: readonly Row[],
  /** "brands" */
  noun: string,
  status: boolean,
  change: (row: Row, status: boolean) => Promise<unknown>,
): Promise<void> {
  const others = rows.filter((row) => row.status !== status);
  if (others.length === 0) {
    notifySuccess(`These ${noun} are already ${status ? 'active' : 'inactive'}`);
    return Promise.resolve();
  }
  return runEach(
    others,
    `${noun} ${status ? 'activated' : 'deactivated'}`,
    (row) => change(row, status),
    (row) => change(row, !status),
  );
}

/** The bulk actions of a list whose rows can be switched on and off. */
export const switchActions = <Row extends { status: boolean }>(
  noun: string,
  permission: Permission,
  change: (row: Row, status: boolean) => Promise<unknown>,
): BulkAction<Row>[] => [
  { label: 'Activate', permission, run: (rows) => switchEach(rows, noun, true, change) },
  { label: 'Deactivate', permission, run: (rows) => switchEach(rows, noun, false, change) },
];
