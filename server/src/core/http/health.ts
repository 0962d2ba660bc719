import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/db.ts';

/** A figure that is looked up whenever somebody asks for the metrics; null: not known yet. */
export interface Measured {
  name: string;
  help: string;
  read(): Promise<number | null>;
}

/** /livez, /readyz and /metrics. */
export function serveHealth(app: FastifyInstance, db: Database, measured: readonly Measured[] = []): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'aisle_request_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  for (const { name, help, read } of measured) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => null);
        if (value === null) this.reset();
        else this.set(value);
      },
    });
  }
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/livez', async () => ({ status: true, message: 'Alive' }));
  app.get('/readyz', async (_, reply) => {
    try {
      await db.all.query('SELECT 1');
      return { status: true, message: 'Ready' };
    } catch {
      return reply.status(503).send({ status: false, message: "The database isn't responding" });
    }
  });
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}
