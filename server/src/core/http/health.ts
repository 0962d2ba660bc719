import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/db.ts';
import { type Problem, problem } from '../problem.ts';
import type { Settings } from '../settings.ts';
import { isLoopback } from './limits/connections.ts';

/** A metric that is read on each request for the metrics; null if it isn't known yet. */
export interface Measured {
  name: string;
  help: string;
  /** The labels of a metric with several values. */
  labels?: readonly string[];
  read(): Promise<number | null | readonly LabeledValue[]>;
}
interface LabeledValue {
  labels: Record<string, string>;
  value: number;
}

interface Watched extends Pick<Settings, 'dataDir' | 'metricsToken'> {
  db: Database;
  /** The job runner; it is down if it stopped unexpectedly. */
  jobs: { readonly isDown: boolean };
}
const jobsDown = () =>
  problem('unavailable', {}, { message: 'The job runner stopped and is being started again' });

let cachedRegistry: Registry | undefined;
/**
 * Created once: the collectors for garbage collection and the event loop can't be stopped, and would keep a closed server in
 * memory.
 */
function metricsOfProcess(): Registry {
  if (cachedRegistry) return cachedRegistry;
  cachedRegistry = new Registry();
  collectDefaultMetrics({ register: cachedRegistry });
  return cachedRegistry;
}

/** /livez, /readyz and /metrics. */
export function serveHealth(
  app: FastifyInstance,
  { db, dataDir, metricsToken, jobs }: Watched,
  measured: readonly Measured[] = [],
): void {
  const trouble = async () =>
    (await failureOf(db, dataDir)) ?? app.writeTrouble.current ?? (jobs.isDown ? jobsDown() : undefined);
  const processRegistry = metricsOfProcess();
  const registry = new Registry();
  for (const one of measured) addGauge(registry, one);
  const duration = new Histogram({
    name: 'aisle_request_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  new Gauge({
    name: 'aisle_job_runner_down',
    help: 'Whether the job runner has stopped by itself',
    registers: [registry],
    collect() {
      this.set(jobs.isDown ? 1 : 0);
    },
  });
  new Gauge({
    name: 'aisle_ready',
    help: 'Whether /readyz answers 200',
    registers: [registry],
    async collect() {
      this.set((await trouble()) ? 0 : 1);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/livez', async () => ({ status: true, message: 'Alive' }));
  app.get('/readyz', async (request) => {
    const found = await trouble();
    if (!found) return { status: true, message: 'Ready' };
    app.writeTrouble.note(found, request.log);
    throw found;
  });
  app.get('/metrics', async (request, reply) => {
    if (!canRead(request, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw problem(
        'not-signed-in',
        {},
        { message: 'Send the METRICS_TOKEN of this server as a Bearer token' },
      );
    }
    reply.header('content-type', registry.contentType);
    return Registry.merge([processRegistry, registry]).metrics();
  });
}

function addGauge(registry: Registry, { name, help, labels = [], read }: Measured): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const found = await read().catch(() => null);
      // If a value can't be read, the previous one must not be shown.
      this.reset();
      if (found === null) {
        if (labels.length === 0) this.remove();
      } else if (typeof found === 'number') this.set(found);
      else for (const { labels: of, value } of found) this.set(of, value);
    },
  });
}

/** With less free space, the next upload or the next file of the database fails. */
const minBytes = 16 * 1024 * 1024;

/** Finds a reason why the server can't save anything, as far as it can be detected without a write. */
async function failureOf(db: Database, dataDir: string): Promise<Problem | undefined> {
  try {
    const { rows } = await db.all.query<{ readOnly: boolean }>(
      `SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
    );
    if (rows[0]?.readOnly) return problem('read-only');
  } catch {
    return problem('unavailable', {}, { message: "The database isn't responding" });
  }
  const disk = await statfs(dataDir).catch(() => null);
  return disk && disk.bavail * disk.bsize < minBytes ? problem('disk-full') : undefined;
}

/** Headers that proxies add, including those of large networks. */
const proxyHeaders = /forwarded|^via$|^x-real-ip$|client-ip$|connecting-ip$|^x-envoy-/;

/** Without a token, only requests from this machine are allowed, except those that a proxy forwards. */
function canRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = Object.keys(headers).some((name) => proxyHeaders.test(name));
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (text: string, expected: string): boolean => timingSafeEqual(digest(text), digest(expected));
