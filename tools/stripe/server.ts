import http from 'node:http';
import { runControl } from './controls.ts';
import { ApiProblem } from './errors.ts';
import { type ApiRequest, type ApiResponse, execute } from './execute.ts';
import type { FaultRule } from './faults.ts';
import { servePage } from './pages/pages.ts';
import { schedulePayouts } from './resources/payouts.ts';
import { addWebhookEndpoint } from './resources/webhook-endpoints.ts';
import type { DeliveryRules } from './webhooks.ts';
import { apiVersion, World } from './world.ts';

interface Options {
  /** A free port if missing. */
  port?: number;
  secretKey?: string;
  webhooks?: { url: string; secret: string; connect?: boolean; events?: string[] }[];
  /** Repeats the random numbers of faults and webhooks. */
  seed?: number;
}

export const standInKey = 'sk_test_standin';
export const standInPublishableKey = 'pk_test_standin';

export interface StandIn {
  url: string;
  secretKey: string;
  world: World;
  /** Moves the clock forward and runs what became due: expired authorizations, payouts, retries of webhooks. */
  advance: (seconds: number) => void;
  fault: (rule: FaultRule) => void;
  clearFaults: () => void;
  /** How webhooks are delivered from now on. */
  deliver: (rules: DeliveryRules) => void;
  /** Resolves when every webhook that is due was attempted. */
  delivered: () => Promise<void>;
  addWebhook: (endpoint: { url: string; secret: string; connect?: boolean; events?: string[] }) => void;
  close: () => Promise<void>;
}

const maxBodyBytes = 20 * 1024 * 1024;

async function readBody(request: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new ApiProblem('The body is too large', { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const headerOf = (request: http.IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

async function readApiRequest(request: http.IncomingMessage, url: URL): Promise<ApiRequest> {
  const body = await readBody(request);
  const type = headerOf(request, 'content-type') ?? '';
  const upload = type.startsWith('multipart/form-data') ? await readUpload(body, type) : undefined;
  const text = upload ? upload.form : body.toString();
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    form: request.method === 'GET' ? url.search.slice(1) : text,
    ...(upload && { upload: upload.file }),
    key: headerOf(request, 'idempotency-key'),
    account: headerOf(request, 'stripe-account'),
    authorization: headerOf(request, 'authorization') ?? '',
  };
}

async function readUpload(body: Buffer, type: string) {
  const data = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields = new URLSearchParams();
  let file = { name: '', type: '', bytes: 0 };
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.append(name, value);
    else file = { name: value.name, type: value.type, bytes: value.size };
  }
  return { form: fields.toString(), file };
}

function sendApi(request: http.IncomingMessage, response: http.ServerResponse, answer: ApiResponse): void {
  if (answer.withheld === 'silent') return;
  if (answer.withheld === 'lost') {
    response.destroy();
    return;
  }
  const key = headerOf(request, 'idempotency-key');
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'request-id': answer.requestId,
    'stripe-version': headerOf(request, 'stripe-version') ?? apiVersion,
    ...(key && { 'idempotency-key': key }),
    ...(answer.replayed && { 'idempotent-replayed': 'true', 'original-request': answer.requestId }),
  });
  response.end(answer.body);
}

/** Starts a stand-in that answers Stripe's API for Aisle, with its own state. */
export async function startStandIn(options: Options = {}): Promise<StandIn> {
  const { port = 0, secretKey = standInKey, webhooks = [], seed = 1 } = options;
  const world = new World({ livemode: secretKey.startsWith('sk_live_'), seed });
  world.books(null);
  schedulePayouts(world);
  const settle = () => {
    world.clock.settle();
    world.webhooks.pump();
  };

  const handle = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const url = new URL(request.url ?? '/', world.url);
    world.clock.settle();
    if (url.pathname.startsWith('/v1/')) {
      sendApi(request, response, await execute(world, secretKey, await readApiRequest(request, url)));
    } else if (url.pathname.startsWith('/_stand-in/')) {
      const body = (await readBody(request)).toString();
      const { status, data } = await runControl(world, `${request.method} ${url.pathname}`, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
    } else {
      const body = (await readBody(request)).toString();
      const { status, html, location } = servePage(world, {
        method: request.method ?? 'GET',
        path: url.pathname,
        body,
      });
      response.writeHead(status, {
        'cache-control': 'no-store',
        ...(html !== undefined && { 'content-type': 'text/html; charset=utf-8' }),
        ...(location !== undefined && { location }),
      });
      response.end(html);
    }
    settle();
  };
  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port');
  world.url = `http://localhost:${address.port}`;
  for (const endpoint of webhooks) addWebhookEndpoint(world, endpoint);
  // Time passes without requests, too: sessions expire and webhooks are retried.
  const ticking = setInterval(settle, 250).unref();

  return {
    url: world.url,
    secretKey,
    world,
    advance: (seconds) => {
      world.clock.advance(seconds);
      world.webhooks.pump();
    },
    fault: (rule) => world.faults.add(rule),
    clearFaults: () => world.faults.clear(),
    deliver: (rules) => {
      world.webhooks.rules = rules;
    },
    delivered: () => world.webhooks.idle(),
    addWebhook: (endpoint) => {
      addWebhookEndpoint(world, endpoint);
    },
    close: async () => {
      clearInterval(ticking);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
