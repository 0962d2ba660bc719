import { stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packed, packingFor } from './packed-files.ts';
import { readPage } from './page-hints.ts';
import { notFound } from './problem.ts';

const builtWebApp = path.resolve(import.meta.dirname, '../../../web/dist');

/** Addresses that are never a page of the app. */
const notPages = /^\/(api|files|assets)(\/|$)|\.\w+$/;
const oneYear = 365 * 86_400;

/** Serves the built web app: its files as they are, and its one page for every other address that is looked at. */
export async function serveWebApp(app: FastifyInstance, root = builtWebApp): Promise<void> {
  const isBuilt = await isFile(path.join(root, 'index.html'));
  const page = isBuilt ? await readPage(root) : undefined;
  if (isBuilt) await app.register(fastifyStatic, { root, serve: false });
  app.get('/*', async (request, reply) => {
    const address = decodeURIComponent(request.url.split('?')[0]!);
    if (isBuilt && (await isFile(inside(root, address)))) {
      return sendFile(request, reply, root, address);
    }
    if (notPages.test(address)) throw notFound('This address');
    return page ? sendPage(reply, page(address)) : sayNotBuilt(request, reply);
  });
}

/** Where an address would lie below the root; nothing leads out of it. */
const inside = (root: string, address: string): string =>
  path.join(root, path.posix.normalize(`/${address.replaceAll('\u0000', '')}`));

const isFile = async (file: string): Promise<boolean> =>
  (await stat(file).catch(() => undefined))?.isFile() ?? false;

/** Built files bear their content in their name: a browser need not ask for one again. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  address: string,
): Promise<FastifyReply> {
  const name = path.posix.normalize(address).slice(1);
  const isHashed = address.startsWith('/assets/');
  reply.header('cache-control', isHashed ? `public, max-age=${oneYear}, immutable` : 'no-cache');
  reply.header('vary', 'Accept-Encoding');
  const packing = isHashed ? packingFor(name, request.headers['accept-encoding']) : undefined;
  if (!packing) return reply.sendFile(name, { cacheControl: false });
  const bytes = await packed(path.join(root, name), packing);
  return reply
    .type(types[path.extname(name)] ?? 'text/plain; charset=utf-8')
    .header('content-encoding', packing)
    .send(bytes);
}
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

function sayNotBuilt(_: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The web app has not been built yet: run "npm start", or "npm run build" and start again.\n');
}
