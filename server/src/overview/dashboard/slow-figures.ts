import { LRUCache } from 'lru-cache';
import type { Services } from '../../core/services.ts';

/** Metrics that take less than this many milliseconds are not cached. */
const slowThreshold = 20;
/** Slow metrics are cached for this many times their duration, which limits them to a tenth of a core. */
const cachedTimes = 10;

type Known = LRUCache<string, { figures: unknown }>;
const known = new WeakMap<Services, Known>();

/** Looks up metrics and caches slow ones. The key must contain everything that they depend on. */
export async function cacheWhenSlow<Figures>(
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
  if (took > slowThreshold) kept.set(name, { figures }, { ttl: Math.round(took * cachedTimes) });
  return figures;
}
