import type { Map as Leaflet } from 'leaflet';
import { useEffect, useRef } from 'react';
import { boundsOf, type MapCircle, type Place } from './map.ts';

interface Contents {
  pins: readonly Place[];
  circles: readonly MapCircle[];
  dots: readonly Place[];
}

/**
 * Keeps everything in view until the user moves the map; after that, only if nothing would be visible. Returns a function that
 * shows everything again.
 */
export function useFit(map: Leaflet | null, { pins, circles, dots }: Contents): () => void {
  const bounds = boundsOf([...pins, ...dots], circles);
  const latest = useRef(bounds);
  latest.current = bounds;
  const wasMoved = useRef(false);
  const isFitting = useRef(false);

  function fit(): void {
    const size = map?.getSize();
    if (!map || !latest.current || !size?.x || !size.y) return;
    isFitting.current = true;
    // The padding leaves space for pins and for some of their labels.
    map.fitBounds(latest.current, { padding: [36, 36], maxZoom: 15, animate: false });
    isFitting.current = false;
    wasMoved.current = false;
  }
  const fitNow = useRef(fit);
  fitNow.current = fit;

  useEffect(() => {
    if (!map) return;
    const note = () => {
      if (!isFitting.current) wasMoved.current = true;
    };
    map.on('movestart', note);
    const observer = new ResizeObserver(() => {
      map.invalidateSize({ pan: false });
      if (!wasMoved.current) fitNow.current();
    });
    observer.observe(map.getContainer());
    return () => {
      observer.disconnect();
      map.off('movestart', note);
    };
  }, [map]);
  const extent = JSON.stringify(bounds);
  useEffect(() => {
    const [southWest, northEast] = (JSON.parse(extent) as typeof bounds) ?? [];
    if (!map || !southWest || !northEast) return;
    if (!wasMoved.current || !map.getBounds().intersects([southWest, northEast])) fitNow.current();
  }, [map, extent]);
  return fit;
}
