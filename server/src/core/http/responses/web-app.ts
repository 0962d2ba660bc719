import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound } from '../../problem.ts';
import { allowingStyles } from './security-headers.ts';

const builtWebApp = path.resolve(import.meta.dirname, '../../../../../web/dist');

/** Paths that are never a page of the app. */
const notPages = /^\/(api|files|assets)(\/|$)|\.\w+$/;
/** The placeholder that the build writes; see web/vite.config.ts. */
const noncePlaceholder = 'STYLE-NONCE';
const oneYearMs = 365 * 86_400_000;

/** Serves the built web app: its files, and its page at every other path. */
export async function serveWebApp(app: FastifyInstance, root = builtWebApp): Promise<void> {
  let page: string | undefined;
  // The app may still be being built until the server is ready.
  app.addHook('onReady', async () => {
    const file = path.join(root, 'index.html');
    page = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  });
  // The build compresses the files; @fastify/static picks the encoding that the browser accepts.
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    suppressWarning: true,
  });
  app.get<{ Params: { token: string } }>('/d/:token/app.webmanifest', (request, reply) =>
    reply.type('application/manifest+json').send(driverApp(request.params.token)),
  );
  app.get('/*', (request, reply) => {
    const address = decodeURIComponent(request.url.split('?')[0]!);
    if (!notPages.test(address)) return page !== undefined ? sendPage(reply, page) : sendNotBuilt(reply);
    if (page === undefined || address.includes('\u0000')) throw notFound('This address');
    return sendFile(reply, path.posix.normalize(address));
  });
}

/**
 * A driver's page as an app of its own. It opens the trip that it was installed from; the page then goes to the latest trip on
 * this phone.
 */
const driverApp = (token: string): string =>
  JSON.stringify({
    id: '/d/',
    name: 'Aisle trips',
    short_name: 'Trips',
    start_url: `/d/${encodeURIComponent(token)}`,
    scope: '/d/',
    display: 'standalone',
    theme_color: '#F7F7F8',
    background_color: '#F7F7F8',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });

/** The names of built files contain a hash of their content, so browsers never need to revalidate them. */
function sendFile(reply: FastifyReply, address: string): FastifyReply {
  if (address.startsWith('/assets/')) {
    return reply.sendFile(address, { maxAge: oneYearMs, immutable: true });
  }
  return reply.header('cache-control', 'no-cache').sendFile(address, { cacheControl: false });
}

/** Only styles with this response's nonce are applied, so the page must not be combined with another response's headers. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('hex');
  const withNonce = page.replaceAll(noncePlaceholder, nonce);
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  if (policy) reply.header('content-security-policy', allowingStyles(policy, nonce));
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(withNonce);
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The web app hasn\'t been built yet. Run "npm start", or "npm run build" and restart.\n');
}
