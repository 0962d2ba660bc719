import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../problem.ts';

/**
 * Refuses requests while the event loop lags by more than so many milliseconds: those that are let in are answered,
 * rather than all of them too late.
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

/** Sign-in is refused later than the rest, and probes never: a supervisor would restart a server that is only busy. */
export function isShed(
  { url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>,
  lagMs: number,
  maxLagMs: number,
): boolean {
  if (/^\/(livez|readyz|metrics)\b/.test(url)) return false;
  const isSignIn = routeOptions.config.route?.path.startsWith('/auth/') ?? false;
  return lagMs > maxLagMs * (isSignIn ? 4 : 1);
}
