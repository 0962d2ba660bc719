import { type PointerEvent, useRef, useState } from 'react';
import { placeOf } from '../grid-positions.ts';
import type { Box } from '../selection.ts';
import type { Sheet } from '../use-sheet.ts';

/** Dragging the handle of the selection: which cells it would fill, and filling them on release. */
export function useFillHandle(sheet: Sheet) {
  const [filling, setFilling] = useState<Box | null>(null);
  // The sheet as it is when the handle is released, not as it was when dragging began.
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
