import net, { type AddressInfo } from 'node:net';

/** The virus of these tests, instead of the test file that every scanner detects. */
export const harmful = 'a virus, as far as these tests are concerned';

/** A server with the protocol of clamd. It detects one text and records how many bytes it received. */
export async function openClamd() {
  const scanned: number[] = [];
  const server = net.createServer((socket) => {
    let received = Buffer.alloc(0);
    // A client that disconnects is no failure.
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.equals(Buffer.from('zPING\0'))) socket.end('PONG\0');
      const content = contentOf(received);
      if (!content) return;
      scanned.push(content.length);
      socket.end(content.includes(harmful) ? 'stream: Test.Harmful FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    scanner: { host: '127.0.0.1', port },
    scanned,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const command = Buffer.from('zINSTREAM\0');
/** The chunks of a stream, after its end. */
function contentOf(received: Buffer): Buffer | undefined {
  if (!received.subarray(0, command.length).equals(command)) return undefined;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
