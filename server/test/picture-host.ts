import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pngOf } from './picture-builders.ts';

/** A server for pictures on this machine. Every path is a picture, except those named after a failure. */
export async function openPictureHost() {
  const requested: string[] = [];
  const picture = await pngOf();
  const server = createServer(({ url = '' }, response) => {
    requested.push(url);
    if (url.startsWith('/gone')) response.writeHead(404).end();
    else if (url.startsWith('/text')) response.end('Not a picture at all');
    else if (url.startsWith('/moved')) response.writeHead(302, { location: '/picture.png' }).end();
    else if (url.startsWith('/round')) response.writeHead(302, { location: url }).end();
    else if (url.startsWith('/large')) response.end(Buffer.alloc(11 * 1024 * 1024));
    else response.end(picture);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requested,
    at: (path: string) => `http://127.0.0.1:${port}/${path}`,
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
}
