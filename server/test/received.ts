import type { IncomingMessage, Server } from 'node:http';

/** Resolves when the server has received the next requests with their bodies. Call it before they are sent. */
export function received(server: Server, count = 1): Promise<void> {
  return new Promise((resolve) => {
    let missing = count;
    const onEnd = () => {
      missing -= 1;
      if (missing > 0) return;
      server.off('request', onRequest);
      resolve();
    };
    const onRequest = (request: IncomingMessage) => void request.once('end', onEnd);
    server.on('request', onRequest);
  });
}
