import { api } from '@aisle/contract/api';
import Fastify, { type FastifyInstance } from 'fastify';
import { basePath } from '../../core/http/serve.ts';
import { docsPage, viewerScript } from './docs-page.ts';
import { openApi } from './openapi.ts';

const documentPath = `${basePath}/openapi.json`;
const scriptPath = '/api/docs/viewer.js';

/** The API describes itself: for machines at openapi.json, for people at /api/docs. Made at the first request. */
export function serveApiDocs(app: FastifyInstance, about: { version: string; publicUrl: string }): void {
  let document: Promise<string> | undefined;
  let script: Promise<Buffer> | undefined;
  const page = docsPage(documentPath, scriptPath);
  app.get(documentPath, async (_, reply) => {
    document ??= openApi(api, { ...about, basePath }).then((made) => JSON.stringify(made));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  app.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get(scriptPath, async (_, reply) => {
    script ??= viewerScript(Fastify());
    // Every browser takes gzip.
    return reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .send(await script);
  });
}
