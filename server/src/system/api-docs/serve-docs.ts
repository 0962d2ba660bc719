import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { api } from '@aisle/contract/api';
import Fastify, { type FastifyInstance } from 'fastify';
import { withInlineStyles } from '../../core/http/responses/security-headers.ts';
import { basePath } from '../../core/http/serve.ts';
import { docsPage, viewerScript } from './docs-page.ts';
import { openApi } from './openapi.ts';

const addresses = {
  document: `${basePath}/openapi.json`,
  script: '/api/docs/viewer.js',
  font: '/api/docs/inter.woff2',
};
const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

/** Limits by address only: readers don't sign in, and invented credentials must not reset the limit. */
const limited = {
  config: {
    rateLimit: {
      max: 120,
      timeWindow: 60_000,
      keyGenerator: ({ ip }: { ip: string }) => `docs ${ip}`,
    },
  },
};

/** Serves the API description for machines at openapi.json and for people at /api/docs. Generates it on the first request. */
export function serveApiDocs(app: FastifyInstance, about: { version: string; publicUrl: string }): void {
  const describe = once(async () => {
    const text = JSON.stringify(await openApi(api, { ...about, basePath }));
    return { text, packed: await promisify(gzip)(text) };
  });
  const readScript = once(() => viewerScript(Fastify()));
  const readFont = once(() => readFile(fontFile));
  const page = docsPage(addresses);
  app.get(addresses.document, limited, async ({ headers, cipher }, reply) => {
    const { text, packed } = await describe();
    reply.type('application/json; charset=utf-8');
    if (cipher || !headers['accept-encoding']?.includes('gzip')) return reply.send(text);
    return reply.header('content-encoding', 'gzip').send(packed);
  });
  app.get('/api/docs', { ...limited, helmet: withInlineStyles }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
  app.get(addresses.script, limited, async (_, reply) =>
    // All browsers accept gzip.
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .send(await readScript()),
  );
  app.get(addresses.font, limited, async (_, reply) => reply.type('font/woff2').send(await readFont()));
}

/** Caches the result of the first call; a failed call is repeated. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
