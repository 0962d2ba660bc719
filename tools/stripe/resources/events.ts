import { type ApiRoute, listPage } from '../api.ts';

const keptSeconds = 30 * 24 * 3600;

/** Events of the last 30 days. Those of a connected account belong to that account. */
export const eventRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handle: (call) => {
      const { world, params, account } = call;
      const type = params.text('type');
      const types = params.texts('types');
      const undelivered = params.choice('delivery_success', ['true', 'false']);
      const oldest = world.clock.now() - keptSeconds;
      const rows = world.events
        .newestFirst()
        .filter(
          (event) =>
            (event.account ?? null) === account &&
            event.created > oldest &&
            (!type || event.type === type) &&
            (types.length === 0 || types.includes(event.type)) &&
            (!undelivered || (event.pending_webhooks === 0) === (undelivered === 'true')),
        );
      return listPage(call, { rows, url: '/v1/events' });
    },
  },
  { method: 'GET', path: '/v1/events/:id', handle: ({ world }, id) => world.events.get(id) },
];
