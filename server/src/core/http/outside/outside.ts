import { lookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addressIn, isPrivateAddress } from './private-addresses.ts';

class NotThere extends Error {}
const notThere = () => new NotThere('This URL is in a private network');
class Unwanted extends Error {}

/** Resolves a host name and refuses private addresses. The checked address is the one that is called. */
const onlyOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(notThere(), '', 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family ?? 0);
  });
};

/** Whether a host is on the list, where `*.example.com` matches every host below example.com. */
export const isListedHost = (hostname: string, hosts: readonly string[]): boolean =>
  hosts.length === 0 ||
  hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));

interface OutsideRules {
  allowPrivate: boolean;
  /** The only hosts that may be called; empty for any host. */
  hosts?: readonly string[];
}
/** Request options that prevent calls to addresses reachable only from inside the network. */
export function guarded(url: URL, { allowPrivate, hosts = [] }: OutsideRules): RequestOptions {
  if (!isListedHost(url.hostname, hosts)) throw new NotThere('This host is not in WEBHOOK_HOSTS');
  if (allowPrivate) return {};
  const address = addressIn(url);
  if (address && isPrivateAddress(address)) throw notThere();
  return { lookup: onlyOutside };
}
const requestOver = (url: URL) => (url.protocol === 'https:' ? overHttps : overHttp);

const maxRead = 4_000;

/** Posts a body, and returns the status and the beginning of the response. Redirects aren't followed. */
export function post(
  url: URL,
  body: string | Buffer,
  options: RequestOptions,
): Promise<{ httpStatus: number; beginning: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = requestOver(url)(url, { ...options, method: 'POST', agent: false }, (answer) => {
      beginningOf(answer).then((beginning) => {
        resolve({ httpStatus: answer.statusCode ?? 0, beginning });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Reads the beginning of a response and doesn't wait for the rest. */
async function beginningOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    read += chunk.length;
    if (read >= maxRead) break;
  }
  answer.destroy();
  return Buffer.concat(chunks);
}

interface DownloadRules extends OutsideRules {
  maxBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
}
const maxRedirects = 3;

/** Downloads a file from the Internet to a path. Returns its size in bytes, or throws an error with the reason. */
export async function download(address: string, path: string, rules: DownloadRules): Promise<number> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(rules.timeoutMs),
    ...(rules.signal ? [rules.signal] : []),
  ]);
  try {
    return await follow(new URL(address), path, { ...rules, signal }, maxRedirects);
  } catch (error) {
    if (rules.signal?.aborted) throw error;
    throw new Error(reasonOf(error, rules.timeoutMs), { cause: error });
  }
}

async function follow(
  url: URL,
  path: string,
  rules: DownloadRules & { signal: AbortSignal },
  redirects: number,
): Promise<number> {
  if (url.protocol !== 'https:' && !(rules.allowPrivate && url.protocol === 'http:')) {
    throw new Unwanted('Use an address that starts with https://');
  }
  const answer = await get(url, rules);
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300 && statusCode < 400 && headers.location) {
    answer.destroy();
    if (redirects === 0) throw new Unwanted('Too many redirects');
    return follow(new URL(headers.location, url), path, rules, redirects - 1);
  }
  if (statusCode !== 200) {
    answer.destroy();
    throw new Unwanted(`Answered ${statusCode}`);
  }
  return save(answer, path, rules);
}

const get = (url: URL, rules: DownloadRules & { signal: AbortSignal }): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Aisle-Pictures/1', accept: 'image/*' };
    requestOver(url)(url, { ...guarded(url, rules), headers, agent: false, signal: rules.signal }, resolve)
      .on('error', reject)
      .end();
  });

async function save(
  answer: IncomingMessage,
  path: string,
  { maxBytes, signal }: DownloadRules & { signal: AbortSignal },
): Promise<number> {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new Unwanted(`Larger than ${maxBytes / 1024 / 1024} MB`) : null, chunk);
    },
  });
  await pipeline(answer, counted, createWriteStream(path), { signal });
  return bytes;
}

const meanings: Record<string, string> = {
  ENOTFOUND: 'Host not found',
  EAI_AGAIN: "The host name can't be resolved right now",
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'The connection was interrupted',
  EHOSTUNREACH: "The host can't be reached",
  ENETUNREACH: "The host can't be reached",
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for a different host',
};
/** The reason why a request failed, as a message for users. */
export function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof NotThere || error instanceof Unwanted) return error.message;
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') {
    return `No response within ${timeoutMs / 1000} seconds`;
  }
  return meanings[code ?? ''] ?? `The request failed${code ? ` (${code})` : ''}`;
}
