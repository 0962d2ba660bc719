import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type GridColumn, isRight } from '../column.ts';
import classes from '../grid.module.css';
import type { EditEnd } from './use-cell-editing.ts';

export interface Editing {
  /** The initial text of the field. */
  text: string;
  /** True if the user started typing over the cell: arrow keys then move to the next cell, otherwise within the text. */
  isTyped: boolean;
}
interface CellEditorProps {
  column: GridColumn<never>;
  /** Returns the error of the current text. */
  check: (text: string) => string | undefined;
  editing: Editing;
  /** A null text means that the user cancelled. */
  onEnd: (text: string | null, go: EditEnd) => void;
}

/** The field in a cell that is being edited. */
export function CellEditor({ column, check, editing, onEnd }: CellEditorProps) {
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const isOver = useRef(false);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    const input = field.current;
    input?.focus();
    if (!(input instanceof HTMLInputElement)) return;
    if (editing.isTyped) input.setSelectionRange(editing.text.length, editing.text.length);
    else input.select();
  }, [editing]);

  function end(text: string | null, go: EditEnd): void {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(text, go);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>): void {
    // The grid's keys are for cells, not for the text in a cell.
    event.stopPropagation();
    const text = event.currentTarget.value;
    const go =
      event.key === 'Enter'
        ? event.shiftKey
          ? 'up'
          : 'down'
        : event.key === 'Tab'
          ? event.shiftKey
            ? 'back'
            : 'next'
          : event.key === 'ArrowDown' && editing.isTyped && column.kind !== 'choice'
            ? 'down'
            : event.key === 'ArrowUp' && editing.isTyped && column.kind !== 'choice'
              ? 'up'
              : null;
    if (event.key === 'Escape') end(null, 'stay');
    else if (go) end(text, go);
    else return;
    event.preventDefault();
  }
  const shared = {
    ref: field,
    className: classes.editor,
    'aria-label': column.header,
    'data-right': isRight(column) || undefined,
    onKeyDown,
    onBlur: (event: { currentTarget: { value: string } }) => end(event.currentTarget.value, 'stay'),
  };
  if (column.kind === 'choice') {
    return (
      <select {...shared} defaultValue={editing.text}>
        {column.choices?.map(({ value, label }) => (
          <option key={value} value={label}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const isNumber = column.kind !== 'text';
  return (
    <>
      <input
        {...shared}
        defaultValue={editing.text}
        inputMode={isNumber ? 'decimal' : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={wrong ? true : undefined}
        onInput={(event) => setWrong(check(event.currentTarget.value))}
      />
      {wrong && (
        <span role="status" className={classes.live}>
          {wrong}
        </span>
      )}
    </>
  );
}
