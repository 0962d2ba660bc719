import type { OutgoingHttpHeaders } from 'node:http';
import { webhookHeaders } from '@aisle/contract/system/webhooks/webhooks';
import { Webhook } from 'standardwebhooks';
import { guarded, post, reasonOf } from '../outside/outside.ts';

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
    const { httpStatus, beginning } = await post(url, parcel.payload, {
      headers: headersOf(parcel),
      signal: AbortSignal.timeout(timeoutMs),
      ...guarded(url, { allowPrivate, hosts }),
    });
    return { httpStatus, response: storedText(beginning), ms: ms(), problem: problemWith(httpStatus) };
  } catch (error) {
    return { httpStatus: null, ms: ms(), problem: reasonOf(error, timeoutMs), response: null };
  }
}

function headersOf(parcel: Parcel): OutgoingHttpHeaders {
  const at = new Date();
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(parcel.payload),
    'user-agent': 'Aisle-Webhooks/1',
    [webhookHeaders.event]: parcel.event,
    [webhookHeaders.delivery]: parcel.id,
    [webhookHeaders.id]: parcel.eventId,
    [webhookHeaders.timestamp]: Math.floor(at.getTime() / 1000),
    [webhookHeaders.signature]: signatureOf({ id: parcel.eventId, body: parcel.payload, at }, parcel.secrets),
  };
}

/** Characters that can't be stored as text become replacement characters. */
const storedText = (bytes: Buffer): string | null =>
  bytes
    .toString('utf8')
    .replace(/[\u0000-\u0008\u000b-\u001f\ud800-\udfff]/g, '\ufffd')
    .slice(0, maxStored) || null;

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
