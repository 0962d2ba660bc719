import type { Envelope } from '@aisle/contract/core/envelope';
import type { Route } from '@aisle/contract/core/route';
import type { ToolRequest } from '@aisle/contract/core/tool';
import type { FastifyInstance } from 'fastify';
import { basePath } from '../../core/http/serve.ts';

/** The sender of the calls: an API key and its address. */
interface Caller {
  authorization: string;
  address: string;
}
export interface CallingSession {
  app: FastifyInstance;
  caller: Caller;
}
export interface Called {
  status: number;
  data: unknown;
  message: string;
  error: Envelope['error'];
}

/**
 * Calls a route as an HTTP request of the key, so that permissions, row-level security, limits, money rules and the audit log
 * are those of the API.
 */
export async function callRoute(
  { app, caller: { authorization, address } }: CallingSession,
  route: Route,
  { params = {}, query = {}, body }: ToolRequest,
  idempotencyKey?: string,
): Promise<Called> {
  const path = route.path.replace(/\{(\w+)\??\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const hasBody = route.method !== 'GET' && route.body !== undefined;
  const response = await app.inject({
    method: route.method,
    url: basePath + path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: {
      authorization,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { payload: JSON.stringify(body ?? {}) }),
    remoteAddress: address,
  });
  const { data, message, error } = response.json<Envelope>();
  return { status: response.statusCode, data, message, error };
}
