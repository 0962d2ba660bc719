import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Access } from '../src/core/settings.ts';

/** The part of an S3 server that Aisle uses, in memory: objects, multipart uploads, paginated lists. */
export async function startBucketServer() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://s3');
    const body = await buffer(request);
    const { status = 200, xml, bytes } = answer(request.method!, url, body);
    response.writeHead(status, {
      etag: '"1"',
      'last-modified': new Date().toUTCString(),
      'content-length': xml?.length ?? bytes?.length ?? 0,
      ...(xml && { 'content-type': 'application/xml' }),
    });
    response.end(request.method === 'HEAD' ? undefined : (xml ?? bytes));
  });

  interface Answer {
    status?: number;
    xml?: string;
    bytes?: Buffer;
  }
  function answer(method: string, url: URL, body: Buffer): Answer {
    const key = decodeURIComponent(url.pathname.slice(1));
    const uploadId = url.searchParams.get('uploadId');
    if (url.searchParams.get('list-type') === '2') return list(key, url.searchParams);
    if (method === 'POST' && url.searchParams.has('uploads')) {
      uploads.set(key, new Map());
      return {
        xml: `<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (method === 'POST' && uploadId) {
      const parts = [...uploads.get(uploadId)!].sort(([a], [b]) => a - b);
      objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
      return { xml: '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>' };
    }
    if (method === 'PUT') {
      if (uploadId) uploads.get(uploadId)!.set(Number(url.searchParams.get('partNumber')), body);
      else objects.set(key, body);
      return {};
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    const bytes = objects.get(key);
    return bytes ? { bytes } : { status: 404, xml: '<Error><Code>NoSuchKey</Code></Error>' };
  }

  /** Two objects per page, so that a list has several pages. */
  function list(path: string, query: URLSearchParams): Answer {
    const bucket = path.replace(/\/$/, '');
    const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
    const after = query.get('continuation-token') ?? '';
    const all = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
    const page = all.slice(0, 2);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key.slice(bucket.length + 1)}</Key><Size>${objects.get(key)!.length}</Size><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
    );
    const more = all.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : '';
    return { xml: `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>` };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const access: S3Access = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
  };
  return {
    access,
    /** Objects by bucket and key: 'shop/aisle/images/1.webp'. */
    objects,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
