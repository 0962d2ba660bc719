import type { ReactNode } from 'react';
import type { StatusFamily } from '../values/status-badge.tsx';

export interface Place {
  latitude: number;
  longitude: number;
}
export interface MapPin extends Place {
  id: string;
  /** All that the pin says, for a screen reader. */
  name: string;
  /** Beside the pin where there is room; may be empty. */
  label: string;
  icon: ReactNode;
  /** None is neutral. */
  family?: StatusFamily;
  isSelected?: boolean;
  isApproximate?: boolean;
  /** Not a button on a map of buttons. */
  isStatic?: boolean;
}
export interface MapCircle extends Place {
  /** A circle with the id of a pin moves with it. */
  id: string;
  radiusKm: number;
  /** An area is filled, a ring only helps to see distances. */
  kind: 'area' | 'ring';
  label?: string;
}
export interface MapArea {
  id: string;
  /** A corner with the id of a pin moves with it. */
  points: readonly (Place & { id?: string })[];
}
export interface MapDot extends Place {
  /** Hollow, and in another color. */
  isOutside: boolean;
}
export type Bounds = [southWest: [number, number], northEast: [number, number]];

const kmPerDegree = 111.195;

/** What has to be in view to show all of this; null if there is nothing. */
export function boundsOf(places: readonly Place[], circles: readonly MapCircle[] = []): Bounds | null {
  const corners = circles.flatMap(({ latitude, longitude, radiusKm }) => {
    const north = radiusKm / kmPerDegree;
    const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    return [
      { latitude: latitude - north, longitude: longitude - east },
      { latitude: latitude + north, longitude: longitude + east },
    ];
  });
  const all = [...places, ...corners];
  if (all.length === 0) return null;
  const latitudes = all.map(({ latitude }) => latitude);
  const longitudes = all.map(({ longitude }) => longitude);
  return [
    [Math.min(...latitudes), Math.min(...longitudes)],
    [Math.max(...latitudes), Math.max(...longitudes)],
  ];
}

const pinSize = 28;
/** About 10 meters. */
const pointOf = ({ latitude, longitude }: Place) => `${latitude.toFixed(4)} ${longitude.toFixed(4)}`;

/** How far, in pixels, each pin is shown from its place, so that pins of one place lie around each other. */
export function fanOut(pins: readonly MapPin[]): Map<string, { x: number; y: number }> {
  const countAt = new Map<string, number>();
  return new Map(
    pins.map((pin) => {
      const at = countAt.get(pointOf(pin)) ?? 0;
      countAt.set(pointOf(pin), at + 1);
      return [pin.id, hexagonPoint(at)];
    }),
  );
}

/** The place in the middle, six around it, twelve around those, and so on. */
function hexagonPoint(at: number): { x: number; y: number } {
  let ring = 0;
  let before = 0;
  while (at > before + ring * 6 || (ring === 0 && at > 0)) {
    before += ring * 6;
    ring += 1;
  }
  if (ring === 0) return { x: 0, y: 0 };
  const angle = ((at - before - 1) / (ring * 6)) * 2 * Math.PI;
  const round = (value: number) => Math.round(value) + 0;
  return {
    x: round(Math.cos(angle) * ring * (pinSize + 2)),
    y: round(Math.sin(angle) * ring * (pinSize + 2)),
  };
}

interface Drawn {
  id: string;
  label: string;
  isSelected?: boolean;
  /** Of the pin's middle, in pixels. */
  x: number;
  y: number;
}
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
export type LabelSide = 'left' | 'right';

const letterWidth = 7;
const labelHeight = 20;
const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const isWithin = (box: Box, view: Box) =>
  box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;

/** The side of each pin where its label covers neither a pin nor another label; without a side there is no room. */
export function labelSides(drawn: readonly Drawn[], view: Box): Map<string, LabelSide> {
  const half = pinSize / 2;
  const taken = drawn.map(({ x, y }) => ({
    left: x - half,
    right: x + half,
    top: y - half,
    bottom: y + half,
  }));
  const sides = new Map<string, LabelSide>();
  const selectedFirst = [...drawn].sort(
    (a, b) => Number(b.isSelected ?? false) - Number(a.isSelected ?? false),
  );
  for (const { id, label, x, y } of selectedFirst) {
    const width = label.length * letterWidth + 12;
    const rows = { top: y - labelHeight / 2, bottom: y + labelHeight / 2 };
    const boxes: Record<LabelSide, Box> = {
      right: { left: x + half, right: x + half + width, ...rows },
      left: { left: x - half - width, right: x - half, ...rows },
    };
    const side = (['right', 'left'] as const).find(
      (one) => isWithin(boxes[one], view) && !taken.some((other) => overlap(other, boxes[one])),
    );
    if (!side || label === '') continue;
    sides.set(id, side);
    taken.push(boxes[side]);
  }
  return sides;
}

/** Six decimals are about 10 centimeters. */
export const roundPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});
