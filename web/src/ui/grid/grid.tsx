/*
 * A spreadsheet: rows of records, columns that say how to read a cell and what may be in it. What is typed,
 * pasted, filled and undone comes out as edits of cells; the screen around keeps the values:
 *
 *   <Grid label="Prices" rows={rows} rowId={({ _id }) => _id} columns={columns} onEdit={change} />
 *
 * Keys are those of spreadsheets: arrows, Tab, Enter or F2 to edit, typing over, Shift with arrows to select,
 * Ctrl-C, X, V, D (fill down), Z, Y, A. Escape, then Tab leaves the grid.
 */
import { useMediaQuery } from '@mantine/hooks';
import {
  type ClipboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Editing } from './cell-editor.tsx';
import { cellText, unreadable } from './cells.ts';
import type { GridColumn } from './column.ts';
import classes from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { pressKey } from './grid-keys.ts';
import { cellNode, indexes, placeOf, reveal } from './grid-places.ts';
import { GridRow, type RowContext } from './grid-row.tsx';
import type { CellEdit } from './history.ts';
import { at, type Box, cellsIn, move, type Place, rowsInSight, step } from './selection.ts';
import { type Sheet, useSheet } from './use-sheet.ts';

export interface GridProps<Row> {
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The first column stays in sight and names the row. */
  columns: readonly GridColumn<Row>[];
  onEdit: (edits: readonly CellEdit[]) => void;
  isChanged?: (row: Row, column: GridColumn<Row>) => boolean;
  /** What others say is wrong with a cell: the form, the server. */
  errorAt?: (row: Row, column: GridColumn<Row>, index: number) => ReactNode;
  /** The form's name of a cell, for a form that leads to what is wrong. */
  pathOf?: (index: number, column: string) => string;
  /** Stands at the end of a row: a button that removes it. */
  rowEnd?: (row: Row, index: number) => ReactNode;
  /** Told which rows are in sight, for a screen that loads them as they come. */
  onSight?: (first: number, last: number) => void;
  /** CSS: how high it may grow before it scrolls by itself. */
  maxHeight?: string;
  /** How many rows there are, where not all are loaded yet. */
  rowCount?: number;
  /** What Enter in the last row leads to: a new row. */
  onBeyond?: () => void;
}

export function Grid<Row>(props: GridProps<Row>) {
  const { label, rows, rowId, columns, rowEnd, pathOf, onSight, maxHeight = '60vh' } = props;
  const sheet = useSheet(props) as Sheet;
  const [editing, setEditing] = useState<Editing | null>(null);
  const [filling, setFilling] = useState<Box | null>(null);
  const [sight, setSight] = useState({ scrollTop: 0, height: 600 });
  const box = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);
  const isHere = useRef(false);
  const isDragging = useRef(false);
  const stripId = useId();
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false }) ?? false;
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false }) ?? false;
  const rowHeight = isCoarse ? 44 : 36;
  const { head } = sheet.selection;
  const endWidth = rowEnd ? 44 : 0;

  const widths = useMemo(
    () => columns.map(({ width }, index) => (index === 0 && isNarrow ? Math.min(width, 148) : width)),
    [columns, isNarrow],
  );
  const begins = useMemo(
    () =>
      new Set(
        columns.flatMap(({ group }, index) =>
          index > 0 && group !== undefined && group !== columns[index - 1]?.group ? [index] : [],
        ),
      ),
    [columns],
  );
  const hasGroups = columns.some(({ group }) => group !== undefined);
  const headHeight = (isCoarse ? 36 : 32) + (hasGroups ? 28 : 0) + 1;
  const total = widths.reduce((sum, width) => sum + width, endWidth);

  // Callbacks stay the same object, so that rows are drawn anew only when something in them changes.
  const latest = useRef({ ...props, sheet, onEnd, startFilling });
  latest.current = { ...props, sheet, onEnd, startFilling };
  const { isChanged, errorAt } = props;
  const context = useMemo<RowContext<Row>>(
    () => ({
      columns,
      widths,
      begins,
      rowHeight,
      stripId,
      isChanged: isChanged ?? (() => false),
      errorOf: (row, column, index) => {
        const value = column.read(row);
        return (
          errorAt?.(row, column, index) ||
          unreadable(column.kind, value, column.choices) ||
          column.check?.(value, row)
        );
      },
      pathOf,
      rowEnd,
      onHandle: (event) => latest.current.startFilling(event),
      onEnd: (text, go) => latest.current.onEnd(text, go),
    }),
    [columns, widths, begins, rowHeight, stripId, isChanged, errorAt, pathOf, rowEnd],
  );

  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(() => setSight((before) => ({ ...before, height: node.clientHeight })));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  const shown = rowsInSight({ ...sight, rowHeight }, rows.length);
  useEffect(() => onSight?.(shown.first, shown.last), [onSight, shown.first, shown.last]);

  // The focus follows the active cell, and the grid scrolls to where it is.
  useLayoutEffect(() => {
    const node = box.current;
    if (!node || !isHere.current || editing) return;
    reveal(node, head, { rowHeight, headHeight, widths });
    const cell = cellNode(node, head);
    if (cell && document.activeElement !== cell) cell.focus({ preventScroll: true });
  }, [head, editing, rowHeight, headHeight, widths]);

  function edit(typed?: string): void {
    if (!sheet.isOpen(head)) return;
    setEditing({ text: typed ?? sheet.textAt(head.row, head.column), isTyped: typed !== undefined });
  }
  function onEnd(text: string | null, go: 'down' | 'up' | 'next' | 'back' | 'stay'): void {
    setEditing(null);
    if (text !== null) sheet.write([{ ...head, cell: text }]);
    if (go === 'stay') return;
    isHere.current = true;
    const addsRow = go === 'down' && head.row === rows.length - 1 && props.onBeyond !== undefined;
    if (addsRow) props.onBeyond?.();
    if (go === 'down' || go === 'up') {
      const size = { ...sheet.size, rows: sheet.size.rows + (addsRow ? 1 : 0) };
      sheet.select(move(sheet.selection, { rows: go === 'down' ? 1 : -1 }, size));
    } else sheet.select(at(step(head, go === 'back', sheet.size) ?? head));
  }
  const isSwitch = ({ column }: Place) => columns[column]?.kind === 'switch';

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const place = placeOf(event.target);
    if (!place || event.button !== 0 || (event.target as HTMLElement).closest('input:not([type]), select'))
      return;
    isHere.current = true;
    if (event.pointerType !== 'mouse') return;
    isDragging.current = true;
    sheet.select(event.shiftKey ? { anchor: sheet.selection.anchor, head: place } : at(place));
  }
  function onPointerOver(event: PointerEvent<HTMLElement>): void {
    if (!isDragging.current) return;
    const place = event.buttons === 1 ? placeOf(event.target) : undefined;
    if (place) sheet.select({ anchor: sheet.selection.anchor, head: place });
    else isDragging.current = false;
  }
  function onClick(event: React.MouseEvent<HTMLElement>): void {
    const place = placeOf(event.target);
    if (!place || editing) return;
    const wasActive = place.row === head.row && place.column === head.column;
    const isTick = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType !== 'mouse';
    if (isTick && sheet.isOpen(place)) {
      event.preventDefault();
      sheet.select(at(place));
      sheet.toggle(place);
    } else if (isTouch && wasActive && cellsIn(sheet.box) === 1 && !isSwitch(place)) edit();
    else if (isTouch) sheet.select(at(place));
  }

  function startFilling(event: PointerEvent<HTMLElement>): void {
    event.preventDefault();
    event.stopPropagation();
    let reached = sheet.box;
    const follow = (moved: globalThis.PointerEvent) => {
      const place = placeOf(document.elementFromPoint(moved.clientX, moved.clientY));
      if (place) reached = sheet.reach(place);
      setFilling(reached);
    };
    const stop = () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointercancel', stop);
      setFilling(null);
    };
    const end = () => {
      stop();
      latest.current.sheet.fillTo(reached);
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointercancel', stop, { once: true });
    window.addEventListener('pointerup', end, { once: true });
  }
  function onCopy(event: ClipboardEvent, cut: boolean): void {
    if (editing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', sheet.copied());
    if (cut) sheet.clear();
  }

  const drawn = rows.length === 0 ? [] : indexes(shown.first, shown.last, head.row);
  const active = columns[head.column];
  const row = rows[head.row];
  const error = active && row !== undefined ? context.errorOf(row, active, head.row) : undefined;
  return (
    <div className={classes.frame}>
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-rowcount={(props.rowCount ?? rows.length) + 1}
        aria-colcount={columns.length + (rowEnd ? 1 : 0)}
        aria-multiselectable
        className={classes.box}
        style={{ maxHeight }}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
          setSight({ scrollTop, height: clientHeight })
        }
        onFocus={(event) => {
          isHere.current = true;
          const place = placeOf(event.target);
          const isCell = event.target.role === 'gridcell';
          if (!place || !isCell || isDragging.current) return;
          if (place.row !== head.row || place.column !== head.column) sheet.select(at(place));
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) isHere.current = false;
        }}
        onKeyDown={(event) => {
          if (event.target instanceof Element && event.target.closest('button, a')) return;
          const page = Math.max(1, Math.floor(sight.height / rowHeight) - 2);
          if (rows.length === 0 || !pressKey(event, { sheet, page, edit, isSwitch, leaving })) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
        onPointerUp={() => {
          isDragging.current = false;
        }}
        onClick={onClick}
        onDoubleClick={(event) => {
          const place = placeOf(event.target);
          if (place && !isSwitch(place) && !editing) edit();
        }}
        onCopy={(event) => onCopy(event, false)}
        onCut={(event) => onCopy(event, true)}
        onPaste={(event) => {
          if (editing) return;
          event.preventDefault();
          sheet.paste(event.clipboardData.getData('text/plain'));
        }}
      >
        <GridHead
          columns={columns as readonly GridColumn<never>[]}
          widths={widths}
          begins={begins}
          hasGroups={hasGroups}
          total={total}
          hasEnd={rowEnd !== undefined}
        />
        <div
          role="rowgroup"
          className={classes.rows}
          style={{ minWidth: total, height: rows.length * rowHeight }}
        >
          {drawn.map((index) => {
            const isIn = index >= sheet.box.top && index <= sheet.box.bottom;
            const isFilled = filling !== null && index >= filling.top && index <= filling.bottom;
            return (
              <GridRow
                key={rowId(rows[index]!)}
                row={rows[index]!}
                index={index}
                context={context}
                from={isIn ? sheet.box.left : 0}
                to={isIn ? sheet.box.right : -1}
                active={index === head.row ? head.column : -1}
                tabStop={index === head.row ? head.column : -1}
                handleAt={index === sheet.box.bottom ? sheet.box.right : -1}
                fillFrom={isFilled ? filling.left : 0}
                fillTo={isFilled ? filling.right : -1}
                editing={index === head.row ? editing : null}
              />
            );
          })}
        </div>
      </div>
      <div className={classes.strip}>
        <span id={stripId} className={error ? classes.wrong : undefined}>
          {error ? error : active && row !== undefined ? describe(columns, row, active) : ''}
        </span>
        <span className="tabular">
          {cellsIn(sheet.box) > 1 ? `${cellsIn(sheet.box).toLocaleString('en-US')} cells selected` : ''}
        </span>
      </div>
    </div>
  );
}

/** "Whole milk · Price": which cell is active, for whoever has scrolled its head out of sight. */
function describe<Row>(columns: readonly GridColumn<Row>[], row: Row, active: GridColumn<Row>): string {
  const [first] = columns;
  const name = first ? cellText(first.kind, first.read(row), first.choices) : '';
  const locked = active.readOnly?.(row) && active !== first ? 'for reading only' : '';
  return [name, active.group, active === first ? '' : active.header, locked].filter(Boolean).join(' · ');
}
