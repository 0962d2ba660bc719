export interface Point {
  latitude: number;
  longitude: number;
}

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
/** Patterns of the point in map links, the most exact first: Google's pin and center, OpenStreetMap, Apple, plain text. */
const patterns = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&]mlat=${number}&mlon=${number}`),
  new RegExp(`[?&](?:q|ll|query|daddr|destination)=(?:loc:)?${number}(?:,|%2C)\\s*${number}`, 'i'),
  new RegExp(`@${number},${number}`),
  new RegExp(`#map=[\\d.]+/${number}/${number}`),
  new RegExp(`^\\s*${number}\\s*[,;\\s]\\s*${number}\\s*$`),
];

/** Parses a map link, or coordinates such as "30.2672, -97.7431". Returns null if the text holds no point. */
export function pointIn(text: string): Point | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [latitude, longitude] = [Number(match[1]), Number(match[2])];
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return null;
}
