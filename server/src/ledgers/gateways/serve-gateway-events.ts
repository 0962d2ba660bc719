import type { FastifyInstance } from 'fastify';
import type { Database } from '../../core/db/db.ts';
import { problem } from '../../core/problem.ts';
import type { Gateway } from './gateway.ts';
import { storeEvent } from './gateway-events.ts';

const maxBytes = 1024 * 1024;

/** `POST /webhooks/<gateway>`: stores what a gateway reports. A job applies it, so that the gateway never waits. */
export async function serveGatewayEvents(
  app: FastifyInstance,
  db: Database,
  gateways: readonly Gateway[],
): Promise<void> {
  await app.register(async (scope) => {
    // The signature is of the bytes that were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) => {
      done(null, body);
    });
    for (const { name, events } of gateways) {
      if (!events) continue;
      scope.post<{ Body: Buffer | undefined }>(`/webhooks/${name}`, async ({ body, headers }) => {
        const signature = String(headers[`${name}-signature`] ?? '');
        const event = body && events.read(body, signature);
        if (!event)
          throw problem('malformed-request', { reason: 'The signature is missing, wrong or too old' });
        await storeEvent(db, name, event);
        return { received: true };
      });
    }
  });
}
