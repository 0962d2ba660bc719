import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Services } from '../../core/services.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { countClick, findButtonUrl } from './clicks.queries.ts';
import { type Link, readLinkToken } from './link-token.ts';

/**
 * Leads from the button of a message to its address, and counts the click. The address is stored with the message, so that no
 * link can lead elsewhere.
 */
export function serveButtons(
  app: FastifyInstance,
  db: Database,
  { unsubscribeKey }: Pick<Services, 'unsubscribeKey'>,
): void {
  app.get<{ Params: { token: string } }>('/m/:token', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    const link = readLink(unsubscribeKey, request.params.token);
    const url = link && (await transaction(db, system, (tx) => findButtonUrl(tx, link.messageId)));
    if (!link || !url) return sendBroken(reply);
    // Mail servers check links with HEAD.
    if (request.method === 'GET') {
      await transaction(db, system, async (tx) => {
        if ((await getSettings(tx)).countMessageClicks) await countClick(tx, link);
      });
    }
    return reply.redirect(url, 302);
  });
}

function readLink(key: Buffer, token: string): Link | undefined {
  try {
    return readLinkToken(key, 'button', token);
  } catch {
    return undefined;
  }
}

const sendBroken = (reply: FastifyReply): FastifyReply =>
  reply
    .status(404)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>This link doesn't work</title></head>
<body><main><h1>This link doesn't work</h1><p>Copy the whole link from the message, or contact the store.</p></main></body>
</html>
`,
    );
