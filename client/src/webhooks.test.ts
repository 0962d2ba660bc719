import { expect, test } from 'vitest';
import { readWebhook, WebhookError } from './webhooks.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"id":"1","event":"ping","createdAt":"","data":{"endpointId":"ü"}}';
const secondsNow = () => Math.floor(Date.now() / 1000);

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function headersOf({ seconds = secondsNow(), with: key = secret } = {}) {
  const bytes = Uint8Array.from(atob(key.replace('whsec_', '')), (char) => char.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', signing, bytesOf(`msg.${seconds}.${body}`));
  const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
  return {
    'webhook-id': 'msg',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}

test('returns the event of a genuine delivery', async () => {
  const headers = await headersOf();
  const twice = { ...headers, 'webhook-signature': `v1,AAAA v1a,x ${headers['webhook-signature']}` };

  const events = [
    await readWebhook({ body, headers, secret }),
    await readWebhook({ body: bytesOf(body), headers: new Headers(headers), secret }),
    await readWebhook({ body, headers: twice, secret }),
  ];

  expect(events).toEqual(Array(3).fill(JSON.parse(body)));
});

test('rejects a changed body, another secret, an old delivery and missing headers', async () => {
  const deliveries = [
    { body: body.replace('1', '2'), headers: await headersOf() },
    { body, headers: await headersOf({ with: 'whsec_AAAA' }) },
    { body, headers: await headersOf({ seconds: secondsNow() - 301 }) },
    { body, headers: await headersOf({ seconds: secondsNow() + 301 }) },
    { body, headers: { ...(await headersOf()), 'webhook-signature': 'v1,not base64!' } },
    { body, headers: {} },
  ];

  for (const delivery of deliveries) {
    await expect(readWebhook({ ...delivery, secret })).rejects.toBeInstanceOf(WebhookError);
  }
});

test('rejects a secret that is none', async () => {
  await expect(readWebhook({ body, headers: await headersOf(), secret: '' })).rejects.toThrow('whsec_');
});
