import { maxColumnWidth, minColumnWidth } from '@aisle/contract/system/preferences';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { later } from '../../core/pages/lazy.ts';
import classes from './columns.module.css';
import type { ColumnWidths } from './use-column-widths.ts';

const WidthButtons = later(() => import('./width-buttons.tsx').then((module) => module.WidthButtons));

interface ColumnResizerProps {
  columnKey: string;
  header: string;
  /** Undefined if the table decides it. */
  width: number | undefined;
  widths: ColumnWidths;
}

/** The width of a column before it is measured. */
const unmeasuredPx = 160;
const keyStep = 16;
/** For pointers that can't drag, and want to click only a few times. */
const clickStep = 40;

/**
 * The edge of a column header, which changes its width by dragging, by arrow keys, or by the buttons that a click opens; a
 * double click restores it.
 */
export function ColumnResizer({ columnKey, header, width, widths }: ColumnResizerProps) {
  const edge = useRef<HTMLSpanElement>(null);
  const [measured, setMeasured] = useState(unmeasuredPx);
  const [isOpen, setOpen] = useState(false);
  /** A drag ends with a click as well. */
  const wasDragged = useRef(false);
  const current = width ?? measured;
  // Headers can be wider than their own width.
  const measure = () => edge.current?.parentElement?.offsetWidth || current;
  useLayoutEffect(() => {
    // After a reset, the table decides the width.
    const focused = document.activeElement === edge.current && edge.current;
    if (width === undefined && focused) setMeasured(focused.parentElement?.offsetWidth || unmeasuredPx);
  }, [width]);
  const store = (to: number | undefined) => {
    widths.store(columnKey, to);
    if (to === undefined) setOpen(false);
  };

  function drag(event: PointerEvent<HTMLElement>): void {
    // Otherwise the grid would start a selection.
    event.stopPropagation();
    event.preventDefault();
    const moved = event.currentTarget;
    moved.focus();
    const from = measure();
    const { clientX, pointerId } = event;
    moved.setPointerCapture(pointerId);
    let latest: number | undefined;
    wasDragged.current = false;
    const move = (now: globalThis.PointerEvent) => {
      if (latest === undefined && now.clientX === clientX) return;
      latest = from + now.clientX - clientX;
      wasDragged.current = true;
      widths.preview(columnKey, latest);
    };
    const end = () => {
      moved.removeEventListener('pointermove', move);
      moved.removeEventListener('lostpointercapture', end);
      if (latest !== undefined) widths.store(columnKey, latest);
    };
    moved.addEventListener('pointermove', move);
    moved.addEventListener('lostpointercapture', end);
  }
  function onKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === 'Tab' || event.key === 'Escape') return;
    event.stopPropagation();
    const from = measure();
    const wanted = { ArrowLeft: from - keyStep, ArrowRight: from + keyStep }[event.key];
    if (wanted === undefined && event.key !== 'Home') return;
    event.preventDefault();
    store(wanted);
  }
  function onFocus(event: FocusEvent<HTMLElement>): void {
    // Otherwise the grid would move the focus to its active cell.
    event.stopPropagation();
    if (width === undefined) setMeasured(measure());
  }
  const label = `Width of ${header}`;
  return (
    <>
      <span
        ref={edge}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={current}
        aria-valuemin={minColumnWidth}
        aria-valuemax={maxColumnWidth}
        title="Drag to resize, click for buttons, double-click to reset"
        className={classes.resizer}
        onFocus={onFocus}
        onPointerDown={drag}
        onClick={() => setOpen((before) => !before && !wasDragged.current)}
        onDoubleClick={() => store(undefined)}
        onKeyDown={onKey}
      />
      <Suspense>
        {isOpen && (
          <WidthButtons
            label={label}
            onNarrower={() => store(current - clickStep)}
            onWider={() => store(current + clickStep)}
            onReset={() => store(undefined)}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
