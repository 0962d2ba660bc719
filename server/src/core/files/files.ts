import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';
import type { Storage } from './storage.ts';

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
};

/** Serves stored files to anyone with a signed URL that has not expired. */
export function serveFiles(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { '*': string }; Querystring: { e?: string; s?: string; name?: string } }>(
    '/files/*',
    async (request, reply) => {
      const key = request.params['*'];
      const { e, s, name } = request.query;
      if (!storage.allows(key, Number(e), String(s))) throw problem('not-found', { what: 'This file' });
      const bytes = await storage.getStream(key);
      const type = types[path.extname(key)] ?? 'application/octet-stream';
      reply.header('content-type', type);
      reply.header(
        'cache-control',
        isShortLived(Number(e)) ? 'no-store' : 'private, max-age=86400, immutable',
      );
      reply.header('cross-origin-resource-policy', 'same-origin');
      if (!type.startsWith('image/')) {
        const plain = (name ?? path.basename(key)).replace(/[^\w .()-]/g, '_');
        // Generated documents for printing open in the browser; all other files are downloaded.
        const how = key.startsWith('prints/') ? 'inline' : 'attachment';
        reply.header('content-disposition', `${how}; filename="${plain}"`);
      }
      return reply.send(bytes);
    },
  );
}

/** Picture URLs are valid for days so that browsers can cache them. Files with short-lived URLs must not be cached. */
const isShortLived = (expires: number): boolean => expires - Date.now() / 1000 < 86_400;
