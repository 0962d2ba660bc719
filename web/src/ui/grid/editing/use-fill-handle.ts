import { type PointerEvent, useRef, useState } from 'react';
import { placeOf } from '../grid-positions.ts';
import type { Box } from '../selection.ts';
import type { Sheet } from '../use-sheet.ts';

/** Dragging the fill handle of the selection: the cells it would fill, and filling them on release. */
export function useFillHandle(sheet: Sheet) {
  const [filling, setFilling] = useState<Box | null>(null);
  // Uses the sheet at the time of release, not the one from when dragging started.
  const latest = useRef(sheet);
  latest.current = sheet;

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
      latest.current.fillTo(reached);
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointercancel', stop, { once: true });
    window.addEventListener('pointerup', end, { once: true });
  }
  return { filling, startFilling };
}
