import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { missingParameter } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';

interface EndpointDraft {
  url: string;
  /** The events it gets; all if missing. */
  events?: string[];
  /** The signing secret; a new one if missing. */
  secret?: string;
  /** Gets the events of connected accounts instead of those of the platform. */
  connect?: boolean;
}

export function addWebhookEndpoint(world: World, draft: EndpointDraft): Stripe.WebhookEndpoint {
  const { url, events = ['*'], secret = newId('whsec', 32), connect = false } = draft;
  const endpoint: Stripe.WebhookEndpoint = world.webhookEndpoints.add({
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: world.clock.now(),
    description: null,
    enabled_events: events,
    livemode: world.livemode,
    metadata: {},
    status: 'enabled',
    url,
  });
  world.webhooks.register(endpoint.id, secret, connect);
  return { ...endpoint, secret };
}

function createEndpoint({ world, params }: Call): Stripe.WebhookEndpoint {
  const url = params.requiredText('url');
  const events = params.texts('enabled_events');
  if (events.length === 0) throw missingParameter('enabled_events');
  const connect = params.flag('connect') ?? false;
  params.ignore('api_version', 'description');
  const metadata = params.metadata();
  params.end();
  const endpoint = addWebhookEndpoint(world, { url, events, connect });
  endpoint.metadata = mergeMetadata({}, metadata);
  return endpoint;
}

function updateEndpoint({ world, params }: Call, id: string): Stripe.WebhookEndpoint {
  const endpoint = world.webhookEndpoints.get(id);
  const events = params.texts('enabled_events');
  const disabled = params.flag('disabled');
  const url = params.text('url');
  params.end();
  if (events.length > 0) endpoint.enabled_events = events;
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
  if (url !== undefined) endpoint.url = url;
  return endpoint;
}

export const webhookEndpointRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/webhook_endpoints', handle: createEndpoint },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    handle: (call) =>
      listPage(call, { rows: call.world.webhookEndpoints.newestFirst(), url: '/v1/webhook_endpoints' }),
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    handle: ({ world }, id) => world.webhookEndpoints.get(id),
  },
  { method: 'POST', path: '/v1/webhook_endpoints/:id', handle: updateEndpoint },
];
