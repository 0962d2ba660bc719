import { createDecipheriv, createECDH, createHmac, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushDeviceInput } from '@aisle/contract/system/push';
import { afterAll } from 'vitest';

export interface ReceivedPush {
  content: { title: string; body: string; url: string; tag: string };
  headers: IncomingHttpHeaders;
  /** The claims of the server's token, whose signature was checked. */
  claims: { aud: string; sub: string; exp: number };
}

/** A push service with its browsers: it accepts notifications as the standards say, and decrypts them as a browser does. */
export async function openPushService() {
  const browsers = new Map<string, { received: ReceivedPush[]; read: (body: Buffer) => string }>();
  /** The status of the next responses, by the path of a browser. */
  const answers = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const browser = browsers.get(path);
    if (answers.has(path) || !browser) return response.writeHead(answers.get(path) ?? 404).end();
    browser.received.push({
      content: JSON.parse(browser.read(Buffer.concat(chunks))) as ReceivedPush['content'],
      headers: request.headers,
      claims: claimsOf(request.headers.authorization ?? ''),
    });
    return response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** A browser that allowed notifications. */
    subscribe() {
      const path = `/send/${randomBytes(12).toString('hex')}`;
      const curve = createECDH('prime256v1');
      const publicKey = curve.generateKeys();
      const auth = randomBytes(16);
      const received: ReceivedPush[] = [];
      browsers.set(path, { received, read: (body) => decrypt(body, curve, auth) });
      const device: PushDeviceInput = {
        endpoint: `${origin}${path}`,
        p256dh: publicKey.toString('base64url'),
        auth: auth.toString('base64url'),
      };
      return {
        device,
        received,
        answerWith: (status: number) => void answers.set(path, status),
        recover: () => void answers.delete(path),
      };
    },
  };
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const code = createHmac('sha256', key);
  for (const part of parts) code.update(part);
  return code.digest();
};
const lastByte = Buffer.from([1]);

/** Decrypts the body of a notification: RFC 8291, with the content encoding of RFC 8188. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20]!];
  const serverKey = body.subarray(21, 21 + keyLength);
  const encrypted = body.subarray(21 + keyLength);
  const shared = hmac(auth, browser.computeSecret(serverKey));
  const input = hmac(shared, 'WebPush: info\0', browser.getPublicKey(), serverKey, lastByte);
  const secret = hmac(salt, input);
  const key = hmac(secret, 'Content-Encoding: aes128gcm\0', lastByte).subarray(0, 16);
  const nonce = hmac(secret, 'Content-Encoding: nonce\0', lastByte).subarray(0, 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([cipher.update(encrypted.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** The claims of the token in the header `vapid t=…, k=…` (RFC 8292), if the key signed them. */
function claimsOf(authorization: string): ReceivedPush['claims'] {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))) {
    throw new Error('The token has another signature');
  }
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims'];
}
