import { lookup } from 'node:dns';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { webhookHeaders } from '@aisle/contract/system/webhooks';
import { addressIn, isPrivateAddress } from './private-addresses.ts';
import { signatureOf } from './signature.ts';

export interface Parcel {
  id: string;
  eventId: string;
  event: string;
  payload: string;
  url: string;
  secrets: string[];
}
export interface Receipt {
  /** Null where nobody answered. */
  httpStatus: number | null;
  ms: number;
  problem: string | null;
  response: string | null;
}
interface Rules {
  allowPrivate: boolean;
  /** The only hosts that may be called; empty for any. */
  hosts?: readonly string[];
  timeoutMs?: number;
}

const patienceMs = 10_000;
const mostRead = 4_000;
const mostKept = 1_000;

class NotThere extends Error {}
const notThere = () => new NotThere('This URL is in a private network');

/** Whether a host is one of those listed, where `*.example.com` is every host below example.com. */
export const isListedHost = (hostname: string, hosts: readonly string[]): boolean =>
  hosts.length === 0 ||
  hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));

/** Resolves a name and refuses where it leads inside: the address that was looked at is the one that is called. */
const onlyOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(notThere(), '', 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family ?? 0);
  });
};

/** Sends one delivery and tells what became of it; it never throws. */
export async function send(
  parcel: Parcel,
  { allowPrivate, hosts = [], timeoutMs = patienceMs }: Rules,
): Promise<Receipt> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const url = new URL(parcel.url);
    if (!isListedHost(url.hostname, hosts)) throw new NotThere('This host is not in WEBHOOK_HOSTS');
    const address = addressIn(url);
    if (!allowPrivate && address && isPrivateAddress(address)) throw notThere();
    const answer = await post(url, parcel, {
      signal: AbortSignal.timeout(timeoutMs),
      ...(!allowPrivate && { lookup: onlyOutside }),
    });
    return { ...answer, ms: ms(), problem: problemWith(answer.httpStatus) };
  } catch (error) {
    return { httpStatus: null, ms: ms(), problem: reasonOf(error, timeoutMs), response: null };
  }
}

function post(
  url: URL,
  parcel: Parcel,
  options: RequestOptions,
): Promise<{ httpStatus: number; response: string | null }> {
  const at = new Date();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(parcel.payload),
    'user-agent': 'Aisle-Webhooks/1',
    [webhookHeaders.event]: parcel.event,
    [webhookHeaders.delivery]: parcel.id,
    [webhookHeaders.id]: parcel.eventId,
    [webhookHeaders.timestamp]: Math.floor(at.getTime() / 1000),
    [webhookHeaders.signature]: signatureOf({ id: parcel.eventId, body: parcel.payload, at }, parcel.secrets),
  };
  const request = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ...options, method: 'POST', headers, agent: false }, (answer) => {
      beginningOf(answer).then((response) => {
        resolve({ httpStatus: answer.statusCode ?? 0, response });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(parcel.payload);
  });
}

/** As much of an answer as is worth keeping; the rest is not waited for. */
async function beginningOf(answer: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    read += chunk.length;
    if (read >= mostRead) break;
  }
  answer.destroy();
  // What cannot be kept as text is shown as what it is: unreadable.
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/[\u0000-\u0008\u000b-\u001f\ud800-\udfff]/g, '\ufffd');
  return text.slice(0, mostKept) || null;
}

function problemWith(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Responded with ${status}. Redirects aren't followed`;
  return `Answered ${status}`;
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
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof NotThere) return error.message;
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'AbortError' || name === 'TimeoutError')
    return `No response within ${timeoutMs / 1000} seconds`;
  return meanings[code ?? ''] ?? `It could not be sent${code ? ` (${code})` : ''}`;
}
