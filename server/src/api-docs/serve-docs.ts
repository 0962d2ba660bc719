import { api } from '@aisle/contract/api';
import type { FastifyInstance } from 'fastify';
import { basePath } from '../core/serve.ts';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi.ts';

/** The API describes itself: for machines at openapi.json, for people at /api/docs. Made at the first request. */
export function serveApiDocs(app: FastifyInstance, version: string): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get(`${basePath}/openapi.json`, async (_, reply) => {
    document ??= JSON.stringify(openApi(api, basePath, version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/api/docs', async (_, reply) => {
    page ??= docsPage(basePath);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
