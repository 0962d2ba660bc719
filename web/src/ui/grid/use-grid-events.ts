import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useRef,
} from 'react';
import { pressKey } from './grid-keys.ts';
import { placeOf } from './grid-positions.ts';
import { at, type CellPosition, cellsIn } from './selection.ts';
import type { Sheet } from './use-sheet.ts';

interface GridEventOptions {
  sheet: Sheet;
  /** Whether the grid has the focus; updated by these handlers. */
  hasFocus: RefObject<boolean>;
  isEditing: boolean;
  edit: (typed?: string) => void;
  isSwitch: (place: CellPosition) => boolean;
  /** The number of rows that Page Up and Page Down move. */
  page: number;
}

/** The pointer, keyboard, focus and clipboard handlers of a grid. */
export function useGridEvents(options: GridEventOptions) {
  const isDragging = useRef(false);
  const leaving = useRef(false);
  const { sheet, edit, isSwitch, page } = options;
  return {
    ...pointerHandlers(options, isDragging),
    ...focusHandlers(options, isDragging),
    ...clipboardHandlers(options),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button, a')) return;
      if (sheet.size.rows === 0 || !pressKey(event, { sheet, page, edit, isSwitch, leaving })) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function pointerHandlers(options: GridEventOptions, isDragging: RefObject<boolean>) {
  const { sheet, hasFocus, isEditing, edit, isSwitch } = options;
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const place = placeOf(event.target);
      if (!place || event.button !== 0) return;
      if ((event.target as HTMLElement).closest('input:not([type]), select')) return;
      hasFocus.current = true;
      if (event.pointerType !== 'mouse') return;
      isDragging.current = true;
      sheet.select(event.shiftKey ? { anchor: sheet.selection.anchor, head: place } : at(place));
    },
    onPointerOver: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging.current) return;
      const place = event.buttons === 1 ? placeOf(event.target) : undefined;
      if (place) sheet.select({ anchor: sheet.selection.anchor, head: place });
      else isDragging.current = false;
    },
    onPointerUp: () => {
      isDragging.current = false;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isEditing) click(event, options);
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const place = placeOf(event.target);
      if (place && !isSwitch(place) && !isEditing) edit();
    },
  };
}

/** A click toggles a switch. A touch selects a cell first, and edits it if it is selected already. */
function click(event: MouseEvent<HTMLElement>, { sheet, edit, isSwitch }: GridEventOptions): void {
  const place = placeOf(event.target);
  if (!place) return;
  const isTick = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
  const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType !== 'mouse';
  if (isTick && sheet.isOpen(place)) {
    event.preventDefault();
    sheet.select(at(place));
    sheet.toggle(place);
  } else if (isTouch && isActive(sheet, place) && cellsIn(sheet.box) === 1 && !isSwitch(place)) edit();
  else if (isTouch) sheet.select(at(place));
}

function focusHandlers({ sheet, hasFocus }: GridEventOptions, isDragging: RefObject<boolean>) {
  return {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      hasFocus.current = true;
      const place = placeOf(event.target);
      const isCell = event.target.role === 'gridcell';
      if (!place || !isCell || isDragging.current) return;
      if (!isActive(sheet, place)) sheet.select(at(place));
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      const isToEdge = event.relatedTarget instanceof Element && event.relatedTarget.role === 'separator';
      // The edge of a column header keeps the focus while it changes the width.
      if (isToEdge || !event.currentTarget.contains(event.relatedTarget)) hasFocus.current = false;
    },
  };
}

/** While a cell is being edited, its field handles copy and paste. */
function clipboardHandlers({ sheet, isEditing }: GridEventOptions) {
  const copy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', sheet.copied());
  };
  return {
    onCopy: (event: ClipboardEvent) => {
      if (!isEditing) copy(event);
    },
    onCut: (event: ClipboardEvent) => {
      if (isEditing) return;
      copy(event);
      sheet.clear();
    },
    onPaste: (event: ClipboardEvent) => {
      if (isEditing) return;
      event.preventDefault();
      sheet.paste(event.clipboardData.getData('text/plain'));
    },
  };
}

const isActive = ({ selection: { head } }: Sheet, { row, column }: CellPosition): boolean =>
  row === head.row && column === head.column;
