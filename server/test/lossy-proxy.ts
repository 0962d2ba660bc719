import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** Opens a proxy in front of a server, which can lose responses. */
export async function openLossyProxy(port: number) {
  const open = new Set<ServerResponse>();
  const proxy = {
    url: '',
    /** The paths of the requests, without their queries. */
    paths: [] as string[],
    /** The content types of the responses. */
    types: [] as string[],
    /** The next response to this path is lost, although the server has done its work. */
    loses: undefined as string | undefined,
    breakAll: () => {
      for (const response of open) response.destroy();
    },
  };
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    const [path = ''] = url.split('?');
    proxy.paths.push(path);
    open.add(response);
    response.once('close', () => open.delete(response));
    const forwarded = httpRequest({ host: '127.0.0.1', port, path: url, method, headers }, (got) => {
      if (path === proxy.loses) {
        proxy.loses = undefined;
        got.resume().once('end', () => response.destroy());
        return;
      }
      proxy.types.push(got.headers['content-type'] ?? '');
      response.writeHead(got.statusCode!, got.headers);
      got.pipe(response);
      response.once('close', () => got.destroy());
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
