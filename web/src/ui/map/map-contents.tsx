import {
  circle,
  circleMarker,
  divIcon,
  type LatLngTuple,
  type Map as Leaflet,
  layerGroup,
  marker,
  polygon,
  tileLayer,
} from 'leaflet';
import { useEffect } from 'react';
import { useInstallation } from '../../core/session/installation.ts';
import classes from './map.module.css';
import type { MapCircle, MapDot, Place } from './map.ts';

export const positionOf = ({ latitude, longitude }: Place): LatLngTuple => [latitude, longitude];

/** The background tiles, if this installation has a provider for them. */
export function Tiles({ map }: { map: Leaflet }) {
  const url = useInstallation('tilesUrl');
  const credit = useInstallation('tilesCredit');
  useEffect(() => {
    if (!url) return;
    const layer = tileLayer(url, {
      className: classes.tiles,
      maxZoom: 19,
      // Providers reject requests without a referrer.
      referrerPolicy: 'origin',
    }).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, url]);
  return url ? (
    credit !== '' && <span className={classes.credit}>{credit}</span>
  ) : (
    <span className={classes.north}>N ↑</span>
  );
}

export function Circle({ map, shown }: { map: Leaflet; shown: MapCircle }) {
  const { latitude, longitude, radiusKm, kind, label } = shown;
  useEffect(() => {
    const layer = circle([latitude, longitude], {
      radius: radiusKm * 1000,
      interactive: false,
      className: kind === 'area' ? classes.area : classes.ring,
    });
    const group = layerGroup([layer]).addTo(map);
    if (label) {
      // The northernmost point depends on the map's projection, so the circle has to be on a map first.
      const text = document.createElement('span');
      text.textContent = label;
      const icon = divIcon({ html: text, className: classes.ringLabel, iconSize: [0, 0] });
      map.whenReady(() => {
        const at: LatLngTuple = [layer.getBounds().getNorth(), longitude];
        group.addLayer(marker(at, { icon, interactive: false, keyboard: false, zIndexOffset: -1000 }));
      });
    }
    return () => {
      group.remove();
    };
  }, [map, latitude, longitude, radiusKm, kind, label]);
  return null;
}

export function Area({ map, points }: { map: Leaflet; points: readonly Place[] }) {
  const corners = JSON.stringify(points.map(positionOf));
  useEffect(() => {
    const layer = polygon(JSON.parse(corners) as LatLngTuple[], {
      interactive: false,
      className: classes.area,
    }).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, corners]);
  return null;
}

export function Dots({ map, dots }: { map: Leaflet; dots: readonly MapDot[] }) {
  useEffect(() => {
    const layers = dots.map((dot) =>
      circleMarker(positionOf(dot), {
        radius: 4,
        interactive: false,
        className: dot.isOutside ? classes.far : classes.near,
      }),
    );
    const group = layerGroup(layers).addTo(map);
    return () => {
      group.remove();
    };
  }, [map, dots]);
  return null;
}
