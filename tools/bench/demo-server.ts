import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface DemoServer {
  child: ChildProcess;
  url: string;
}
/** Starts a server on a folder, with the demo marketplace in it. */
export async function startDemo(dataDir: string, profile?: string): Promise<DemoServer> {
  const main = path.join(import.meta.dirname, '../../server/src/main.ts');
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '1',
    RATE_LIMIT: '0',
    MAX_LAG_MS: '0',
    LOG_LEVEL: 'error',
  };
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = spawn(process.execPath, [...flags, main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout) {
    const ready = /ready: \S+:(\d+)/.exec(String(chunk));
    if (ready) return { child, url: `http://127.0.0.1:${ready[1]}/api/v2` };
  }
  throw new Error('The server did not start');
}

export async function stopDemo({ child }: DemoServer): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Processor time in seconds of the server, and of its database with all connections. */
export function usedBy({ pid }: ChildProcess): { server: number; database: number } {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,cputimes=,comm=']).toString().trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/));
  const below = new Set([String(pid)]);
  for (const [own, parent] of all) if (below.has(parent!)) below.add(own!);
  for (const [own, parent] of all) if (below.has(parent!)) below.add(own!);
  const sum = (isServer: boolean) =>
    all
      .filter(([own]) => below.has(own!) && (own === String(pid)) === isServer)
      .reduce((total, [, , seconds]) => total + Number(seconds), 0);
  return { server: sum(true), database: sum(false) };
}

/** Sends requests as the administrator of the demo marketplace. */
export function asker(url: string) {
  const headers: Record<string, string> = {};
  async function send(method: string, address: string, body?: object): Promise<Record<string, unknown>> {
    const isForm = body instanceof FormData;
    const answer = await fetch(url + address, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message: string };
    if (!answer.ok) throw new Error(`${address}: ${message}`);
    return data;
  }
  async function signIn(): Promise<void> {
    const login = { email: 'admin@aisle.example', password: 'Groceries1!' };
    const { 'admin-token': token, _id } = await send('POST', '/auth/login', login);
    Object.assign(headers, { 'admin-token': token, _id });
  }
  return { send, signIn };
}
