import { createHmac } from 'node:crypto';

/**
 * What the signature header says: when it was signed, and an HMAC-SHA-256 of that second and the body, in hex, for
 * each secret that holds. Time is part of what is signed, so that an old delivery cannot be played back.
 */
export function signatureOf(body: string, secrets: readonly string[], at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...signed.map((hex) => `v1=${hex}`)].join(',');
}
