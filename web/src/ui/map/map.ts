import type { ReactNode } from 'react';
import type { StatusFamily } from '../values/status-badge.tsx';

export interface Place {
  latitude: number;
  longitude: number;
}
export interface MapPin extends Place {
  id: string;
  /** The full accessible name of the pin. */
  name: string;
  /** Shown beside the pin if there is space; can be empty. */
  label: string;
  icon: ReactNode;
  /** Neutral if omitted. */
  family?: StatusFamily;
  isSelected?: boolean;
  isApproximate?: boolean;
  /** Not a button, even on a map whose pins are buttons. */
  isStatic?: boolean;
}
export interface MapCircle extends Place {
  /** A circle with the ID of a pin moves with it. */
  id: string;
  radiusKm: number;
  /** An area is filled; a ring only shows distances. */
  kind: 'area' | 'ring';
  label?: string;
}
export interface MapArea {
  id: string;
  /** A corner with the ID of a pin moves with it. */
  points: readonly (Place & { id?: string })[];
}
export interface MapDot extends Place {
  /** Drawn hollow and in another color. */
  isOutside: boolean;
}
export type Bounds = [southWest: [number, number], northEast: [number, number]];

const kmPerDegree = 111.195;

/** The bounds that contain everything; null if there is nothing. */
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
/** Rounds to about 10 meters. */
const pointOf = ({ latitude, longitude }: Place) => `${latitude.toFixed(4)} ${longitude.toFixed(4)}`;

/** The offset in pixels of each pin from its position, so that pins at the same position are arranged around each other. */
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

/** One point in the middle, six around it, twelve around those, and so on. */
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
  /** The center of the pin, in pixels. */
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

/** The side of each pin where its label covers no pin and no other label; a pin without space has no side. */
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

/** Rounds to six decimals, about 10 centimeters. */
export const roundPosition = ({ latitude, longitude }: Place): Place => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});
