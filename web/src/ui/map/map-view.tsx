import { Suspense } from 'react';
import { later } from '../../core/pages/lazy.ts';
import classes from './map.module.css';
import type { MapArea, MapCircle, MapDot, MapPin, Place } from './map.ts';

export interface MapViewProps {
  /** The accessible description of the map. */
  label: string;
  pins: readonly MapPin[];
  circles?: readonly MapCircle[];
  areas?: readonly MapArea[];
  dots?: readonly MapDot[];
  /** Turns pins into buttons. */
  onPress?: (id: string) => void;
  /** Makes pins movable, by dragging or with the arrow keys. */
  onMove?: (id: string, place: Place) => void;
  /** Called for a click on an empty part of the map. */
  onPlace?: (place: Place) => void;
  className?: string;
}

const LeafletMap = later(() => import('./leaflet-map.tsx').then((module) => module.LeafletMap));

/** A map fitted to its contents. The screen also presents them as text: pins are an alternative way to reach them. */
export const MapView = ({ className = '', ...map }: MapViewProps) => (
  <div className={`${classes.frame} ${className}`}>
    <Suspense>
      <LeafletMap {...map} />
    </Suspense>
  </div>
);
