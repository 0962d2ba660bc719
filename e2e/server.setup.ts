import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { TestProject } from 'vitest/node';
import { makeMemoryFolder } from '../tools/test/memory-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server under test, and its data folder, in which emails arrive as files. */
    aisle: { base: string; dataDir: string };
  }
}

export const administrator = { email: 'admin@journeys.example', password: 'Journeys1!' };
const root = path.resolve(import.meta.dirname, '..');

/** The real server on a new, empty marketplace, as an operator would start it. */
export default async function setup(project: TestProject) {
  if (!existsSync(path.join(root, 'web/dist/index.html'))) {
    throw new Error('The web app is not built: run npm run build first');
  }
  const dataDir = makeMemoryFolder('aisle-e2e');
  const smtp = await receiveMails(path.join(dataDir, 'outbox'));
  const server = await startServer(dataDir, { SMTP_URL: smtp.url });
  project.provide('aisle', { base: server.base, dataDir });

  return async () => {
    await server.stop();
    await smtp.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Starts a server on an empty marketplace with an administrator. */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  // The port is fixed in advance, because passkeys are bound to the server's configured URL.
  port?: number,
): Promise<{ base: string; stop: (signal?: NodeJS.Signals) => Promise<void> }> {
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port ?? (await freePort())),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: '0',
      RATE_LIMIT: '0',
      MAX_LAG_MS: '0',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    base: await addressOf(server),
    stop: async (signal = 'SIGTERM') => {
      const ended = new Promise((resolve) => server.once('close', resolve));
      server.kill(signal);
      await ended;
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A mail server that writes each email into a file. */
export async function receiveMails(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      buffer(stream).then((mail) => {
        count += 1;
        // The file names follow the order of arrival.
        writeFileSync(path.join(folder, `${String(count).padStart(6, '0')}.eml`), mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Waits for the log line with the server's URL. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const port = /Aisle is ready: \S+:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('close', () => reject(new Error(`The server stopped before it was ready:\n${output}`)));
  });
}
