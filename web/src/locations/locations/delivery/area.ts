import type { AreaPoint } from '@aisle/contract/locations/delivery-area';
import { type Place, roundPosition } from '../../../ui/map/map.ts';

const kmPerDegree = 111.195;
/** Converts a point to kilometers east and north. It assumes flat ground, which is accurate enough for a town. */
function fromOf({ latitude, longitude }: Place) {
  const shrink = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return {
    to: (place: Place) => ({
      x: (((place.longitude - longitude + 540) % 360) - 180) * shrink * kmPerDegree,
      y: (place.latitude - latitude) * kmPerDegree,
    }),
    at: (x: number, y: number): AreaPoint =>
      roundPosition({
        latitude: latitude + y / kmPerDegree,
        longitude: longitude + x / shrink / kmPerDegree,
      }),
  };
}

/** Six corners around a point: the initial shape of a new area. */
export function cornersAround(place: Place, radiusKm: number): AreaPoint[] {
  return Array.from({ length: 6 }, (_, at) => {
    const angle = (at / 6) * 2 * Math.PI;
    return fromOf(place).at(Math.sin(angle) * radiusKm, Math.cos(angle) * radiusKm);
  });
}

/** Adds a corner in the edge nearest to the point. */
export function withCorner(points: readonly AreaPoint[], place: Place): AreaPoint[] {
  const flat = points.map(fromOf(place).to);
  const distances = flat.map((a, at) => distanceToEdge(a, flat[(at + 1) % flat.length]!));
  const nearest = distances.indexOf(Math.min(...distances));
  return points.toSpliced(nearest + 1, 0, roundPosition(place));
}

/** Adds a corner in the middle of the longest edge. */
export function withMiddle(points: readonly AreaPoint[]): { points: AreaPoint[]; added: number } {
  const edges = points.map((point, at) => fromOf(point).to(points[(at + 1) % points.length]!));
  const lengths = edges.map(({ x, y }) => Math.hypot(x, y));
  const longest = lengths.indexOf(Math.max(...lengths));
  const { x, y } = edges[longest]!;
  const middle = fromOf(points[longest]!).at(x / 2, y / 2);
  return { points: points.toSpliced(longest + 1, 0, middle), added: longest + 1 };
}

interface Flat {
  x: number;
  y: number;
}
/** The distance from the origin. */
function distanceToEdge(a: Flat, b: Flat): number {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const length = x * x + y * y;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * x + a.y * y) / length));
  return Math.hypot(a.x + share * x, a.y + share * y);
}

/** "30.27, -97.74", one corner per line. */
export const cornersText = (points: readonly AreaPoint[]): string =>
  points.map(({ latitude, longitude }) => `${latitude}, ${longitude}`).join('\n');

/** Parses corners that were typed or pasted. Returns null if a line isn't a latitude and a longitude. */
export function cornersOf(text: string): AreaPoint[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const points = lines.map((line) => {
    const parts = line.trim().split(/\s*[,;\s]\s*/);
    const [latitude, longitude] = parts.map(Number);
    return parts.length === 2 && Number.isFinite(latitude) && Number.isFinite(longitude)
      ? { latitude: latitude!, longitude: longitude! }
      : null;
  });
  return points.includes(null) ? null : (points as AreaPoint[]);
}

/** Why the corners can't be read; null if they can. */
export function cornersProblem(text: string): string | null {
  if (cornersOf(text)) return null;
  return /^[\d\s,;.+-]*$/.test(text)
    ? 'Enter a latitude and a longitude on each line'
    : 'Enter numbers separated by commas';
}

/** Parses a list of postal codes: one per line, or separated by commas; US codes also by spaces. */
export function codesOf(text: string): string[] {
  const pieces = text.split(/[\n\r,;\t]+/).flatMap((piece) => {
    const isOfZips = /^\s*\d{5}(-\d{4})?(\s+\d{5}(-\d{4})?)*\s*$/.test(piece);
    return isOfZips ? piece.trim().split(/\s+/) : [piece.trim()];
  });
  return [...new Set(pieces.filter((piece) => piece !== ''))];
}
