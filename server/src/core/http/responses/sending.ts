import type { IncomingMessage, RequestOptions } from 'node:http';
import { webhookHeaders } from '@aisle/contract/system/webhooks/webhooks';
import { Webhook } from 'standardwebhooks';
import { guarded, reasonOf, requestOver } from '../outside/outside.ts';

export interface Parcel {
  id: string;
  eventId: string;
  event: string;
  payload: string;
  url: string;
  secrets: string[];
}
export interface Receipt {
  /** Null if there was no response. */
  httpStatus: number | null;
  ms: number;
  problem: string | null;
  response: string | null;
}
interface Rules {
  allowPrivate: boolean;
  /** The only hosts that may be called; empty for any host. */
  hosts?: readonly string[];
  timeoutMs?: number;
}

const patienceMs = 10_000;
const maxRead = 4_000;
const maxStored = 1_000;

/** Sends one delivery and returns its outcome. Never throws. */
export async function send(
  parcel: Parcel,
  { allowPrivate, hosts = [], timeoutMs = patienceMs }: Rules,
): Promise<Receipt> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const url = new URL(parcel.url);
    const answer = await post(url, parcel, {
      signal: AbortSignal.timeout(timeoutMs),
      ...guarded(url, { allowPrivate, hosts }),
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
  return new Promise((resolve, reject) => {
    const outgoing = requestOver(url)(
      url,
      { ...options, method: 'POST', headers, agent: false },
      (answer) => {
        beginningOf(answer).then((response) => {
          resolve({ httpStatus: answer.statusCode ?? 0, response });
        }, reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(parcel.payload);
  });
}

/** Reads the beginning of a response, up to the stored size, and doesn't wait for the rest. */
async function beginningOf(answer: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    read += chunk.length;
    if (read >= maxRead) break;
  }
  answer.destroy();
  // Characters that can't be stored as text become replacement characters.
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/[\u0000-\u0008\u000b-\u001f\ud800-\udfff]/g, '\ufffd');
  return text.slice(0, maxStored) || null;
}

function problemWith(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Responded with ${status}. Redirects aren't followed`;
  return `Answered ${status}`;
}

/**
 * The signatures of a delivery in the Standard Webhooks format, one per valid secret. They cover the time, so that an old
 * delivery can't be replayed.
 */
function signatureOf(message: { id: string; body: string; at: Date }, secrets: readonly string[]) {
  return secrets.map((secret) => new Webhook(secret).sign(message.id, message.at, message.body)).join(' ');
}
