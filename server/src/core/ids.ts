import { randomUUID } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/** A UUIDv7: sorts by creation time, strictly within one process. */
export function newId(now: number = Date.now()): string {
  // Node generates random values for many of these at once; drawing separate bytes takes ten times as long.
  const random = randomUUID();
  if (now > lastTime) {
    lastTime = now;
    counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastTime += 1;
      counter = 0;
    }
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const nth = counter.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${nth}${random.slice(18)}`;
}
