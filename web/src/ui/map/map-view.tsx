import { Suspense } from 'react';
import { later } from '../../core/pages/lazy.ts';
import classes from './map.module.css';
import type { MapArea, MapCircle, MapDot, MapPin, Place } from './map.ts';

export interface MapViewProps {
  /** What the map shows, for a screen reader. */
  label: string;
  pins: readonly MapPin[];
  circles?: readonly MapCircle[];
  areas?: readonly MapArea[];
  dots?: readonly MapDot[];
  /** Makes pins buttons. */
  onPress?: (id: string) => void;
  /** Lets pins be dragged, or moved by the arrow keys. */
  onMove?: (id: string, place: Place) => void;
  /** A click beside everything else. */
  onPlace?: (place: Place) => void;
  className?: string;
}

const LeafletMap = later(() => import('./leaflet-map.tsx').then((module) => module.LeafletMap));

/**
 * A map that shows all of its contents. The screen also says in text what it shows: pins are a second way to the same
 * things.
 */
export const MapView = ({ className = '', ...map }: MapViewProps) => (
  <div className={`${classes.frame} ${className}`}>
    <Suspense>
      <LeafletMap {...map} />
    </Suspense>
  </div>
);
