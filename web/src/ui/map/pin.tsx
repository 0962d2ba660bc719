import { divIcon, type Map as Leaflet, marker as makeMarker } from 'leaflet';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './map.module.css';
import { type LabelSide, type MapPin, type Place, roundPosition } from './map.ts';
import { positionOf } from './map-contents.tsx';

interface PinProps {
  map: Leaflet;
  pin: MapPin;
  /** In pixels, relative to its position. */
  offset: { x: number; y: number };
  labelSide: LabelSide | undefined;
  onPress: (() => void) | undefined;
  onMove: ((place: Place) => void) | undefined;
  /** Called while the pin is dragged; null when it is dropped. */
  onDrag: (place: Place | null) => void;
}

const arrows: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const stepPixels = 4;

/** Leaflet positions the pin; React renders its content. */
export function Pin({ map, pin, offset, labelSide, onPress, onMove, onDrag }: PinProps) {
  const { latitude, longitude, isSelected = false } = pin;
  const [element] = useState(() => document.createElement('div'));
  const isMovable = onMove !== undefined;
  const [marker] = useState(() =>
    makeMarker(positionOf(pin), {
      icon: divIcon({ html: element, className: '', iconSize: [0, 0] }),
      draggable: isMovable,
      // The button inside has the focus and the accessible name.
      keyboard: false,
      riseOnHover: true,
    }),
  );
  useEffect(() => {
    marker.addTo(map);
    return () => {
      marker.remove();
    };
  }, [map, marker]);
  useEffect(() => {
    marker.setLatLng([latitude, longitude]);
  }, [marker, latitude, longitude]);
  useEffect(() => {
    marker.setZIndexOffset(isSelected ? 1000 : 0);
  }, [marker, isSelected]);
  useEffect(() => {
    const placeNow = () => {
      const { lat, lng } = marker.getLatLng();
      return roundPosition({ latitude: lat, longitude: lng });
    };
    const drag = () => onDrag(placeNow());
    const drop = () => {
      onDrag(null);
      onMove?.(placeNow());
    };
    marker.on('drag', drag).on('dragend', drop);
    return () => {
      marker.off('drag', drag).off('dragend', drop);
    };
  }, [marker, onDrag, onMove]);
  function moveByKey(event: KeyboardEvent): void {
    const arrow = arrows[event.key];
    if (!arrow || !onMove) return;
    event.preventDefault();
    // Otherwise the map would move as well.
    event.stopPropagation();
    const step = event.shiftKey ? stepPixels * 5 : stepPixels;
    const at = map.project(marker.getLatLng()).add([arrow[0] * step, arrow[1] * step]);
    const { lat, lng } = map.unproject(at);
    onMove(roundPosition({ latitude: lat, longitude: lng }));
  }
  return createPortal(
    <PinButton
      {...{ pin, offset, labelSide, onPress, isMovable }}
      onKeyDown={moveByKey}
      onFocus={() => map.panInside(marker.getLatLng(), { padding: [40, 40] })}
    />,
    element,
  );
}

interface PinButtonProps extends Pick<PinProps, 'pin' | 'offset' | 'labelSide' | 'onPress'> {
  isMovable: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
}
function PinButton({ pin, offset, labelSide, onPress, isMovable, onKeyDown, onFocus }: PinButtonProps) {
  const hint = useId();
  const { name, label, icon, family, isSelected = false, isApproximate = false } = pin;
  const look = {
    className: classes.pin,
    style: {
      translate: `${offset.x}px ${offset.y}px`,
      ...(family && { '--pin-color': `var(--aisle-${family})` }),
    },
    'data-selected': isSelected || undefined,
    'data-approximate': isApproximate || undefined,
    'data-neutral': !family || undefined,
    'data-label': labelSide,
  };
  const content = (
    <>
      <span className={classes.bubble}>{icon}</span>
      {label !== '' && (
        <span className={`text-xs medium tabular ${classes.label}`} aria-hidden>
          {label}
        </span>
      )}
    </>
  );
  if (!onPress && !isMovable) {
    return (
      <span {...look} role="img" aria-label={name}>
        {content}
      </span>
    );
  }
  return (
    <button
      {...look}
      type="button"
      aria-label={name}
      aria-pressed={onPress && isSelected}
      aria-describedby={isMovable ? hint : undefined}
      data-movable={isMovable || undefined}
      onClick={onPress}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {content}
      {isMovable && (
        <span id={hint} className="visually-hidden">
          Drag it, or move it with the arrow keys.
        </span>
      )}
    </button>
  );
}
