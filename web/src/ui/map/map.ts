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

/** Large enough for a finger (WCAG 2.2: at least 24 pixels), so pins don't cover each other. */
const pinSize = 28;

interface Point {
  x: number;
  y: number;
}

/** The offset in pixels of each pin from its position on the screen, so that pins next to each other don't overlap. */
export function spreadOut(drawn: readonly (Point & { id: string })[]): Map<string, Point> {
  const taken: Point[] = [];
  return new Map(
    drawn.map(({ id, x, y }) => {
      let at = 0;
      let offset = hexagonPoint(at);
      const isTaken = (other: Point) =>
        Math.abs(other.x - x - offset.x) < pinSize && Math.abs(other.y - y - offset.y) < pinSize;
      while (taken.some(isTaken)) {
        at += 1;
        offset = hexagonPoint(at);
      }
      taken.push({ x: x + offset.x, y: y + offset.y });
      return [id, offset];
    }),
  );
}

/** One point in the middle, six around it, twelve around those, and so on. */
function hexagonPoint(at: number): Point {
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

/** The center of the pin, in pixels. */
interface Drawn extends Point {
  id: string;
  label: string;
  isSelected?: boolean;
}
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const labelPlaces = ['right', 'left', 'above', 'below'] as const;
export type LabelSide = (typeof labelPlaces)[number];

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
    const columns = { left: x - width / 2, right: x + width / 2 };
    const boxes: Record<LabelSide, Box> = {
      right: { left: x + half, right: x + half + width, ...rows },
      left: { left: x - half - width, right: x - half, ...rows },
      above: { top: y - half - labelHeight, bottom: y - half, ...columns },
      below: { top: y + half, bottom: y + half + labelHeight, ...columns },
    };
    const side = labelPlaces.find(
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
