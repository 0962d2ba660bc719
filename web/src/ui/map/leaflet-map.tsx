import 'leaflet/dist/leaflet.css';
import { ActionIcon } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { control, map as createMap, type Map as Leaflet, type LeafletMouseEvent } from 'leaflet';
import { useCallback, useEffect, useState } from 'react';
import classes from './map.module.css';
import {
  type LabelSide,
  labelSides,
  type MapArea,
  type MapCircle,
  type MapDot,
  type MapPin,
  type Place,
  roundPosition,
  spreadOut,
} from './map.ts';
import { Area, Circle, Dots, positionOf, Tiles } from './map-contents.tsx';
import type { MapViewProps } from './map-view.tsx';
import { Pin } from './pin.tsx';
import { useFit } from './use-fit.ts';

const withoutCircles: readonly MapCircle[] = [];
const noAreas: readonly MapArea[] = [];
const noDots: readonly MapDot[] = [];
const controlsWidth = 44;

export function LeafletMap({
  label,
  pins,
  circles = withoutCircles,
  areas = noAreas,
  dots = noDots,
  onPress,
  onMove,
  onPlace,
}: Omit<MapViewProps, 'className'>) {
  const [map, setMap] = useState<Leaflet | null>(null);
  const [dragged, setDragged] = useState<(Place & { id: string }) | null>(null);
  const canvas = useCallback((element: HTMLElement) => {
    const created = createMap(element, {
      zoomControl: false,
      attributionControl: false,
      // Enabled when the map gets the focus; before that, the wheel scrolls the page.
      scrollWheelZoom: false,
      zoomSnap: 0.25,
      maxZoom: 19,
    });
    control.scale({ metric: false }).addTo(created);
    setMap(created);
    return () => {
      created.remove();
      setMap(null);
    };
  }, []);
  const fit = useFit(map, { pins: [...pins, ...areas.flatMap(({ points }) => points)], circles, dots });
  useClicks(map, onPlace);
  const { offsets, sides } = useLayout(map, pins, onMove === undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only looks whether the focus is inside
    <div
      className={classes.inside}
      onFocus={() => map?.scrollWheelZoom.enable()}
      onBlur={() => map?.scrollWheelZoom.disable()}
    >
      <section ref={canvas} className={classes.canvas} aria-label={label} />
      {map && (
        <>
          <Tiles map={map} />
          {circles.map((circle) => (
            <Circle
              key={circle.id}
              map={map}
              shown={dragged?.id === circle.id ? { ...circle, ...dragged } : circle}
            />
          ))}
          {areas.map(({ id, points }) => (
            <Area
              key={id}
              map={map}
              points={points.map((point) => (dragged?.id === point.id ? { ...point, ...dragged } : point))}
            />
          ))}
          <Dots map={map} dots={dots} />
          {pins.map((pin) => (
            <Pin
              key={pin.id}
              map={map}
              pin={pin}
              offset={offsets.get(pin.id) ?? { x: 0, y: 0 }}
              labelSide={sides.get(pin.id)}
              onPress={onPress && !pin.isStatic ? () => onPress(pin.id) : undefined}
              onMove={onMove && !pin.isStatic ? (place) => onMove(pin.id, place) : undefined}
              onDrag={(place) => setDragged(place && { ...place, id: pin.id })}
            />
          ))}
          <Controls map={map} fit={fit} />
        </>
      )}
    </div>
  );
}

function Controls({ map, fit }: { map: Leaflet; fit: () => void }) {
  return (
    <div className={classes.controls}>
      <ActionIcon variant="default" size={32} aria-label="Zoom in" onClick={() => map.zoomIn()}>
        <IconPlus size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={32} aria-label="Zoom out" onClick={() => map.zoomOut()}>
        <IconMinus size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={32} aria-label="Show everything on the map" onClick={fit}>
        <IconFocusCentered size={16} />
      </ActionIcon>
    </div>
  );
}

function useClicks(map: Leaflet | null, onPlace: ((place: Place) => void) | undefined): void {
  useEffect(() => {
    if (!map || !onPlace) return;
    const click = ({ latlng, originalEvent: { target } }: LeafletMouseEvent) => {
      // Clicks on pins reach the map as well.
      if (target instanceof Element && target.closest('button')) return;
      onPlace(roundPosition({ latitude: latlng.lat, longitude: latlng.lng }));
    };
    map.on('click', click);
    return () => {
      map.off('click', click);
    };
  }, [map, onPlace]);
}

interface Layout {
  offsets: ReturnType<typeof spreadOut>;
  sides: ReadonlyMap<string, LabelSide>;
}
const noLayout: Layout = { offsets: new Map(), sides: new Map() };

/**
 * Spreads pins that would cover each other at this zoom, and finds space for labels in the visible part of the map; the buttons
 * at its right edge cover some of it. A pin that can be moved stays at its exact position.
 */
function useLayout(map: Leaflet | null, pins: readonly MapPin[], spreads: boolean): Layout {
  const [layout, setLayout] = useState(noLayout);
  useEffect(() => {
    if (!map) return;
    const look = () => {
      const places = pins.map((pin) => ({ ...pin, ...map.latLngToContainerPoint(positionOf(pin)) }));
      const offsets = spreads ? spreadOut(places) : noLayout.offsets;
      const drawn = places.map((pin) => {
        const { x, y } = offsets.get(pin.id) ?? { x: 0, y: 0 };
        return { ...pin, x: pin.x + x, y: pin.y + y };
      });
      const { x: width, y: height } = map.getSize();
      const view = { left: 0, right: width - controlsWidth, top: 0, bottom: height };
      setLayout({ offsets, sides: labelSides(drawn, view) });
    };
    map.whenReady(look);
    map.on('moveend', look);
    return () => {
      map.off('moveend', look);
    };
  }, [map, pins, spreads]);
  return layout;
}
