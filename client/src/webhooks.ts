import type { WebhookData } from './generated/webhooks.ts';

/** An event of a webhook. `event` tells the type of `data`. */
export type WebhookEvent = {
  [Event in keyof WebhookData]: {
    /** Identifies the event. Every repeat has the same ID. */
    id: string;
    event: Event;
    createdAt: string;
    data: WebhookData[Event];
  };
}[keyof WebhookData];

/** A delivery that Aisle didn't sign, or an old one. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface SignedDelivery {
  /** The body as it arrived, unparsed. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The secret of the webhook, `whsec_…`. */
  secret: string;
  /** The maximum age of a delivery, 300 by default. */
  toleranceSeconds?: number;
}

/** Returns the event of a delivery after checking its signature and age (https://www.standardwebhooks.com). */
export async function readWebhook(delivery: SignedDelivery): Promise<WebhookEvent> {
  const { headers, secret, toleranceSeconds = 300 } = delivery;
  const body =
    typeof delivery.body === 'string'
      ? new TextEncoder().encode(delivery.body)
      : new Uint8Array(delivery.body);
  const seconds = header(headers, 'webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(seconds || Number.NaN)) <= toleranceSeconds)) {
    throw new WebhookError(`The delivery is older than ${toleranceSeconds} seconds, or has no time`);
  }
  const signed = new Blob([`${header(headers, 'webhook-id')}.${seconds}.`, body]);
  if (!(await isSigned(await signed.arrayBuffer(), header(headers, 'webhook-signature'), secret))) {
    throw new WebhookError('The delivery has no valid signature');
  }
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}

function header(headers: SignedDelivery['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** While a secret changes, a delivery has two signatures, separated by a space. */
async function isSigned(content: ArrayBuffer, signatures: string, secret: string): Promise<boolean> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of a webhook is whsec_ and base64');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  for (const signature of signatures.split(' ')) {
    const [version, base64 = ''] = signature.split(',');
    const sent = version === 'v1' && fromBase64(base64);
    if (sent && (await crypto.subtle.verify('HMAC', key, sent, content))) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
