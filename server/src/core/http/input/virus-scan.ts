import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import net from 'node:net';
import { problem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import type { Upload, Uploads } from './uploads.ts';

/** The address of clamd: a socket on this machine, or a port. */
export type Scanner = { path: string } | { host: string; port: number };

const timeoutMs = 60_000;
const chunkBytes = 64 * 1024;

/**
 * Refuses files that the scanner finds harmful, and all files while it doesn't respond. Without a scanner, nothing is scanned.
 */
export async function mustBeClean(
  { settings: { virusScanner }, log }: Pick<Services, 'settings' | 'log'>,
  uploads: Uploads,
): Promise<void> {
  if (!virusScanner) return;
  for (const upload of Object.values(uploads).flat()) {
    const found = await scan(virusScanner, upload).catch((err: unknown) => {
      log.error({ err }, 'a file was not scanned');
      throw problem('scan-failed');
    });
    if (!found) continue;
    const { field, name } = upload;
    log.info({ event: 'infected', field, found }, 'infected file refused');
    const { message } = problem('file-infected', { name, found });
    throw problem('file-infected', { name, found }, { fields: [{ path: field, message }] });
  }
}

/** The name of the virus found in a file. */
async function scan(scanner: Scanner, { path, signal }: Upload): Promise<string | undefined> {
  const answer = await ask(scanner, signal, async (write) => {
    await write('zINSTREAM\0');
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      await write(lengthOf(chunk as Buffer));
      await write(chunk as Buffer);
    }
    await write(lengthOf(Buffer.alloc(0)));
  });
  if (answer === 'stream: OK') return undefined;
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found) return found;
  throw new Error(`clamd answered: ${answer.slice(0, 200)}`);
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** Whether the scanner responds. */
export const isScannerThere = (scanner: Scanner): Promise<boolean> =>
  ask(scanner, new AbortController().signal, (write) => write('zPING\0')).then(
    (answer) => answer === 'PONG',
    () => false,
  );

type Write = (bytes: Buffer | string) => Promise<void>;
/** Opens one connection per command. In clamd's text protocol, a zero byte ends a message. */
async function ask(
  scanner: Scanner,
  signal: AbortSignal,
  send: (write: Write) => Promise<void>,
): Promise<string> {
  const socket = net.connect(scanner);
  const give = () => socket.destroy(new Error('The client has gone'));
  signal.addEventListener('abort', give);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd took too long')));
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  const over = once(socket, 'close');
  // Awaited only after everything is sent.
  over.catch(() => {});
  try {
    await once(socket, 'connect');
    const write: Write = async (bytes) => {
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), over]);
    };
    // The scanner may respond and close the connection before it has read everything.
    await send(write);
    await over;
    return answer.replace(/\0.*$/s, '').trim();
  } finally {
    signal.removeEventListener('abort', give);
    socket.destroy();
  }
}
