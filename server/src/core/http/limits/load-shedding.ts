import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../problem.ts';

/**
 * Refuses requests while the event loop lags by more than this many milliseconds, so that accepted requests are answered in
 * time.
 */
export async function shedLoad(app: FastifyInstance, maxLagMs: number): Promise<void> {
  if (maxLagMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLagMs,
    pressureHandler: async (request, _reply, _type, lagMs) => {
      if (isShed(request, Number(lagMs), maxLagMs)) throw problem('busy');
    },
  });
}

/** Refuses sign-in later than other requests, and never probes, since a supervisor would restart a server that is only busy. */
export function isShed(
  { url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>,
  lagMs: number,
  maxLagMs: number,
): boolean {
  if (/^\/(livez|readyz|metrics)\b/.test(url)) return false;
  const isSignIn = routeOptions.config.route?.path.startsWith('/auth/') ?? false;
  return lagMs > maxLagMs * (isSignIn ? 4 : 1);
}
