import { LRUCache } from 'lru-cache';
import type { Services } from '../core/services.ts';

/** Quicker than this, a figure is looked up each time and is never old. */
const slowFrom = 100;
/** A slow one is kept so many times as long as it took: whoever asks, it costs a fiftieth of a core at most. */
const keptTimes = 50;

type Known = LRUCache<string, { figures: unknown }>;
const known = new WeakMap<Services, Known>();

/** Looks figures up, unless they took long a moment ago. The key names all that they depend on. */
export async function keepWhenSlow<Figures>(
  services: Services,
  key: readonly unknown[],
  lookUp: () => Promise<Figures>,
): Promise<Figures> {
  let kept = known.get(services);
  if (!kept) {
    kept = new LRUCache({ max: 500 });
    known.set(services, kept);
  }
  const name = JSON.stringify(key);
  const earlier = kept.get(name);
  if (earlier) return earlier.figures as Figures;
  const begun = performance.now();
  const figures = await lookUp();
  const took = performance.now() - begun;
  if (took > slowFrom) kept.set(name, { figures }, { ttl: Math.round(took * keptTimes) });
  return figures;
}
